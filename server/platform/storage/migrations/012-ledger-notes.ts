/** Why an operator credited a wallet. Beside the ledger, whose entries never change: a note can be erased. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_notes')
    .addColumn('transaction_id', 'text', (c) => c.primaryKey())
    .addColumn('note', 'text', (c) => c.notNull())
    .execute();
}
