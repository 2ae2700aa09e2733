/** An event knows since when it waits, and commands know whether the running shop wants events. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('events')
    .addColumn('waiting_since', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update events set waiting_since = created_at`.execute(db);
  await db.schema
    .createTable('webhook_settings')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('wants_events', 'integer', (c) => c.notNull().check(sql`wants_events in (0, 1)`))
    .execute();
}
