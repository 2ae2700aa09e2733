/** Opens a shop's database only to read it: nothing is created, changed or migrated. */
import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import { engineOf } from './engine.ts';
import { reasonOf } from './errors.ts';
import { migrationsOf } from './migrations/index.ts';
import type { PostgresSettings } from './postgres/open.ts';
import type { Db, Tx } from './schema.ts';
import type { SqliteSettings } from './sqlite/open.ts';

/** @throws OperatorError if there is no database, or it can't be read, or its version is another one */
export async function openReadOnly(
  options: Pick<SqliteSettings, 'dataDir'> | Pick<PostgresSettings, 'url'>,
): Promise<Db> {
  const db =
    'url' in options
      ? (await import('./postgres/open.ts')).openPostgresReadOnly(options.url)
      : (await import('./sqlite/open.ts')).openSqliteReadOnly(options.dataDir);
  try {
    await checkVersion(db);
    return db;
  } catch (error) {
    await db.destroy();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The database can't be read: ${reasonOf(error)}.`);
  }
}

/** Runs `work` in one snapshot, unaffected by concurrent writes. */
export function readSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  // A transaction on SQLite is a snapshot in any case: its driver ignores the settings.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}

/** @throws OperatorError */
async function checkVersion(db: Db): Promise<void> {
  const known = Object.keys(migrationsOf(engineOf(db))).sort();
  const found = await readMigrations(db);
  if (found.length === 0) throw new OperatorError('The database holds no shop.');
  if (found.join() !== known.join()) {
    throw new OperatorError(
      `The database is of another version: it is at ${found.at(-1)}, and this is for ${known.at(-1)}.`,
    );
  }
}

async function readMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
