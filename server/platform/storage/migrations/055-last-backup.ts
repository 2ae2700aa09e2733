/** Commands note when the last backup was made, for the metrics of the running shop. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('last_backup')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .execute();
}
