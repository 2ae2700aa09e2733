/** Renames two tables by the usual terms: segments of an index, known networks of an account. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('catalogue_stretches').renameTo('catalogue_segments').execute();
  await schema.alterTable('catalogue_segments').renameColumn('stretch', 'segment').execute();
  await schema.alterTable('familiar_places').renameTo('known_networks').execute();
  await schema.alterTable('known_networks').renameColumn('place', 'network').execute();
  await schema.dropIndex('familiar_places_ends_at').execute();
  const index = schema.createIndex('known_networks_ends_at').on('known_networks');
  await index.column('ends_at').execute();
}

/** PostgreSQL keeps the old names of primary keys when a table is renamed. */
export async function upPostgres(db: Kysely<unknown>): Promise<void> {
  await up(db);
  await sql`alter index catalogue_stretches_pkey rename to catalogue_segments_pkey`.execute(db);
  await sql`alter index familiar_places_pkey rename to known_networks_pkey`.execute(db);
}
