/** Opens a shop's database only to read it: nothing is created, changed or migrated. */
import { OperatorError } from '../operator-error.ts';
import { reasonOf } from './errors.ts';
import { hasShop } from './migrate.ts';
import { HostRing } from './postgres/hosts.ts';
import type { PostgresSettings } from './postgres/open.ts';
import type { Db, Tx } from './schema.ts';
import { databaseFile, isDatabaseThere } from './sqlite/data-folder.ts';
import type { SqliteSettings } from './sqlite/open.ts';

type Settings = Pick<SqliteSettings, 'dataDir'> | Pick<PostgresSettings, 'url'>;

/** @throws OperatorError if there is no shop of this release, or it can't be read */
export async function openReadOnly(settings: Settings): Promise<Db> {
  const db = await open(settings);
  try {
    if (!(await hasShop(db, nameOf(settings)))) {
      throw new OperatorError(`The database ${nameOf(settings)} has no shop.`);
    }
    return db;
  } catch (error) {
    await db.destroy();
    throw explain(error, settings);
  }
}

/**
 * Whether a database has a shop of this release. Creates and changes nothing.
 * @throws OperatorError if it has something else, or can't be read
 */
export async function isShopThere(settings: Settings): Promise<boolean> {
  if ('dataDir' in settings && !isDatabaseThere(settings.dataDir)) return false;
  const db = await open(settings);
  try {
    return await hasShop(db, nameOf(settings));
  } catch (error) {
    throw explain(error, settings);
  } finally {
    await db.destroy();
  }
}

async function open(settings: Settings): Promise<Db> {
  return 'url' in settings
    ? (await import('./postgres/open.ts')).openPostgresReadOnly(settings.url)
    : (await import('./sqlite/open.ts')).openSqliteReadOnly(settings.dataDir);
}

function explain(error: unknown, settings: Settings): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError(`The database ${nameOf(settings)} can't be read: ${reasonOf(error)}.`);
}

/** For messages: without user and password. */
function nameOf(settings: Settings): string {
  if ('dataDir' in settings) return databaseFile(settings.dataDir);
  return `on ${new HostRing(settings.url).names}`;
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
