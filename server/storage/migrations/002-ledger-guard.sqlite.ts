/** The ledger is only ever added to; the engine itself says no to anything else. SQLite's triggers. */
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
