/** Tells the search index what changed, so that it tokenizes and reads only that. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('catalogue_segments')
    .addColumn('text_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('catalogue_state')
    .addColumn('synonyms_version', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
