/** Triggers that refuse to change or delete ledger entries. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'ledger entries are only ever added';
    end $$`.execute(db);
  await sql`
    create trigger ledger_entries_no_change before update or delete or truncate on ledger_entries
      for each statement execute function refuse_ledger_change()`.execute(db);
}
