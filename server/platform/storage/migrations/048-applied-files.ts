/**
 * How far files that change stock by differences are applied, so that a repeated file changes it only once. And products
 * that others name as their group are one of them.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('applied_files')
    .addColumn('fingerprint', 'text', (c) => c.primaryKey())
    .addColumn('records', 'integer', (c) => c.notNull())
    .addColumn('is_done', 'integer', (c) => c.notNull().check(sql`is_done in (0, 1)`))
    .addColumn('applied_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('applied_files_records_check', sql`records >= 0`)
    .execute();
  await joinGroups(db);
}

/** Products that are sold themselves, and are the group of others. Caches and indices are renewed. */
async function joinGroups(db: Kysely<unknown>): Promise<void> {
  const isParent = sql`group_id = '' and id in (select group_id from products where group_id <> '')`;
  const isAny = sql`exists (select 1 from products where ${isParent})`;
  await sql`update catalogue_state set version = version || '-groups' where ${isAny}`.execute(db);
  await sql`update catalogue_segments
    set revision = revision + 1, text_revision = text_revision + 1 where ${isAny}`.execute(db);
  await sql`update products set group_id = id where ${isParent}`.execute(db);
}
