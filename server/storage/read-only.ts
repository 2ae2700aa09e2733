/** Looks at a shop's database from outside: nothing is written, made or migrated. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Engine, engineOf } from './engine.ts';
import { reasonOf, StorageError } from './errors.ts';
import { migrationsOf } from './migrations/index.ts';
import { HostRing } from './postgres/hosts.ts';
import type { PostgresSettings } from './postgres/open.ts';
import type { Db, Schema, Tx } from './schema.ts';
import { existingDatabase } from './sqlite/data-folder.ts';

/** A migration's row in the table that Kysely keeps of them. */
interface Migrated {
  name: string;
}

/**
 * Opens the database that is there, in the version that this code knows.
 * @throws StorageError where there is none, where it can't be read, or where its version is another
 */
export async function openReadOnly(
  place: { dataDir: string } | Pick<PostgresSettings, 'url'>,
): Promise<Db> {
  const db = 'url' in place ? await openServer(place.url) : await openFile(place.dataDir);
  try {
    await checkVersion(db);
    return db;
  } catch (error) {
    await db.destroy();
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The database can't be read: ${reasonOf(error)}.`);
  }
}

/** One view of everything from beginning to end, whoever writes meanwhile. */
export function readSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = db.transaction();
  // There a transaction is one view in any case.
  if (engineOf(db) === 'sqlite') return transaction.execute(work);
  return transaction.setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

async function openFile(dataDir: string): Promise<Db> {
  const file = existingDatabase(dataDir);
  const { openSqliteAlone } = await import('./sqlite/dialect.ts');
  try {
    return new Kysely<Schema>({ dialect: openSqliteAlone(file, { readOnly: true }) });
  } catch (error) {
    throw new StorageError(`The database ${file} can't be read: ${reasonOf(error)}.`);
  }
}

async function openServer(url: string): Promise<Db> {
  const { WritablePool } = await import('./postgres/pool.ts');
  const settings = { poolSize: 1, statementTimeoutMs: 0, idleTimeoutMs: 0 };
  const pool = new WritablePool(new HostRing(url), settings);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** @throws StorageError */
async function checkVersion(db: Db): Promise<void> {
  const engine = engineOf(db);
  const known = Object.keys(migrationsOf(engine)).sort();
  const found = await readMigrations(db, engine);
  if (found.length === 0) throw new StorageError('The database holds no shop.');
  if (found.join() !== known.join()) {
    throw new StorageError(
      `The database is of another version: it is at ${found.at(-1)}, and this is for ${known.at(-1)}.`,
    );
  }
}

async function readMigrations(db: Db, engine: Engine): Promise<string[]> {
  const table = 'kysely_migration';
  const isThere =
    engine === 'sqlite'
      ? sql`select name from sqlite_schema where name = ${table}`
      : sql`select relname from pg_class
          where relname = ${table} and relnamespace = current_schema()::regnamespace`;
  if ((await isThere.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<Migrated>`select name from ${sql.table(table)} order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
