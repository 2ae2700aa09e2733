/** A database as an earlier release left it. */
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { onTestFinished } from 'vitest';
import { engine, openTestDatabase } from '../../../testing/test-database.ts';
import { openStorage } from '../open.ts';
import type { Db, Schema } from '../schema.ts';
import { openSingleConnection } from '../sqlite/dialect.ts';
import { migrationsOf } from './index.ts';

/**
 * Opens a database with the migrations that run before this one.
 * @param rows statements that insert the shop's data
 */
export async function openBefore(name: string, rows: readonly string[]): Promise<Db> {
  const db = await openEmpty();
  const migrations = Object.entries(migrationsOf(engine)).filter(
    (migration) => migration[0] < name,
  );
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  for (const row of rows) await sql.raw(row).execute(db);
  return db;
}

async function openEmpty(): Promise<Db> {
  if (engine === 'sqlite') {
    const dialect = openSingleConnection(':memory:', { readOnly: false });
    const db = new Kysely<Schema>({ dialect });
    onTestFinished(() => db.destroy());
    return db;
  }
  const { options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: true });
  onTestFinished(() => storage.close());
  await sql`drop schema public cascade`.execute(storage.db);
  await sql`create schema public`.execute(storage.db);
  return storage.db;
}
