/** What was searched for, and how often nothing was found. It has nothing of the person. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('searches')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('searches', 'integer', (c) => c.notNull())
    .addColumn('nothing_found', 'integer', (c) => c.notNull())
    .addUniqueConstraint('searches_key', ['day', 'text'])
    .addCheckConstraint(
      'searches_count',
      sql`searches >= 1 and nothing_found between 0 and searches`,
    )
    .execute();
}
