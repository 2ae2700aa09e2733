/** Kysely's dialect for node:sqlite. Only this file is imported from elsewhere. */
import { DatabaseSync } from 'node:sqlite';
import { type Dialect, type Driver, SqliteIntrospector } from 'kysely';
import { whileBusy } from './busy.ts';
import { NodeSqlite } from './database.ts';
import {
  NodeSqliteAdapter,
  NodeSqliteDriver,
  NodeSqliteQueryCompiler,
  type TranslateError,
} from './driver.ts';
import { SqliteHealth } from './health.ts';

export { whileBusy } from './busy.ts';
export { NodeSqliteAdapter, NodeSqliteQueryCompiler } from './driver.ts';
export { faultOf, isBusy, SqliteFault } from './faults.ts';

/** A statement blocks the event loop while it waits for a lock, so it hardly waits; `whileBusy` does. */
const BUSY_TIMEOUT_MS = 5;
/** What is committed is on the disk. Deleted rows are overwritten with zeros, so that nothing of them stays in the file. */
const PRAGMAS = 'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;';
/** Holds the upper levels of the indices of a million products. */
const PAGE_CACHE_KIB = 16_384;

/**
 * Opens a connection that writes and one that reads.
 * @param file path of the database, which is created if it is missing
 * @throws Error of node:sqlite or SqliteFault if the file can't be opened or is no database
 */
export async function openDialect(file: string, translate: TranslateError) {
  const health = new SqliteHealth(file);
  const writing = open(file, health);
  const opened = [writing];
  try {
    await whileBusy(() => writing.execute(PRAGMAS));
    const reading = open(file, health, { readOnly: true });
    // Closed before the writing connection.
    opened.unshift(reading);
    for (const connection of opened) {
      await whileBusy(() => connection.execute(`pragma cache_size = -${PAGE_CACHE_KIB}`));
    }
    return { dialect: dialectOf(new NodeSqliteDriver({ writing, reading }, translate)), health };
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
}

/**
 * Opens one connection to a file that is only read.
 * @throws Error of node:sqlite if the file can't be opened
 */
export function openReadOnlyDialect(file: string, translate: TranslateError): Dialect {
  const only = open(file, new SqliteHealth(file), { readOnly: true });
  return dialectOf(new NodeSqliteDriver({ writing: only, reading: only }, translate));
}

function open(file: string, health: SqliteHealth, { readOnly = false } = {}): NodeSqlite {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    readOnly,
  });
  return new NodeSqlite(database, health);
}

function dialectOf(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => new NodeSqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
