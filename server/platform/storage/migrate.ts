import { Migrator } from 'kysely/migration';
import type { Engine } from './engine.ts';
import { migrationsOf } from './migrations/index.ts';
import type { Db } from './schema.ts';

/** Runs the migrations that are missing, in one transaction. Several processes may do so at once. */
export async function migrate(db: Db, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrationsOf(engine) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
