/** Triggers that refuse to change or delete ledger entries. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger ledger_entries_no_update before update on ledger_entries begin
      select raise(abort, 'ledger entries are only ever added');
    end`.execute(db);
  await sql`
    create trigger ledger_entries_no_delete before delete on ledger_entries begin
      select raise(abort, 'ledger entries are only ever added');
    end`.execute(db);
}
