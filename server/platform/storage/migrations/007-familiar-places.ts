/** Known networks of accounts: failed logins from elsewhere don't lock the owner out. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('familiar_places')
    .addColumn('place', 'text', (c) => c.primaryKey())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute();
  const index = db.schema.createIndex('familiar_places_ends_at').on('familiar_places');
  await index.column('ends_at').execute();
}
