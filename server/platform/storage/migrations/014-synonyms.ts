/** The lines of the operator's file of synonyms, each checked. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('synonyms')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('line', 'text', (c) => c.notNull())
    .execute();
}
