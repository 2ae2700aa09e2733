/** Whether a file is a shop's database, sound and of no newer release: looked at, and left as it is. */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { reasonOf, StorageError } from '../errors.ts';
import { migrationsOf } from '../migrations/index.ts';
import { isBusy } from './busy.ts';
import { faultOf } from './faults.ts';

const MIB = 1_024 * 1_024;
/** Up to this size every page is looked at when a shop starts: some 50 ms. */
const READ_AT_START_MAX_BYTES = 8 * MIB;
/** The same where the last server did not stop in order: most damage comes with that. About a second. */
const READ_AFTER_CRASH_MAX_BYTES = 256 * MIB;
/** How many things a damaged database is asked for that are wrong with it. */
const PROBLEMS_TOLD = 1;

/**
 * Before it is opened: what can be told within a moment.
 * @param isAlone nobody else has it open, and there is time to read it, unless it is large
 * @throws StorageError where the file isn't a sound database of this shop, or of a newer release
 */
export function inspectBeforeOpening(file: string, isAlone: boolean): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) refuseRest(file);
  if (!size) return;
  const isReadWhole = isAlone && isSmall(size, file);
  withDatabase(file, (database) => {
    inspectSchema(database, file);
    if (isReadWhole) expectSound(database, file, 'quick_check');
  });
}

function isSmall(size: number, file: string): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return size + log <= (log > 0 ? READ_AFTER_CRASH_MAX_BYTES : READ_AT_START_MAX_BYTES);
}

/**
 * Reads everything, which takes its time: a minute for some hundred megabytes.
 * @param source what it is a copy of: that is what would be damaged
 * @throws StorageError where anything is wrong
 */
export function inspectWhole(file: string, source = file): void {
  withDatabase(file, (database) => {
    inspectSchema(database, source);
    expectSound(database, source, 'integrity_check');
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw damagedDatabase(source, 'rows refer to others that are missing');
    }
  });
}

/** An empty database would be made beside what is left, and the log thrown away, which may hold orders. */
function refuseRest(file: string): void {
  const rest = [`${file}-wal`, restoredName(file)].find((path) => existsSync(path));
  if (rest === undefined) return;
  throw new StorageError(
    `The database ${file} is gone, but ${rest} is there: put it back, or restore a backup with npm run restore.`,
  );
}

/** What a restore writes first, beside the database that it replaces. */
export function restoredName(file: string): string {
  return `${file}.restored`;
}

function withDatabase(file: string, work: (database: DatabaseSync) => void): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(addressOf(file), { readOnly: true });
    work(database);
  } catch (error) {
    // Another process is at it, so it can be opened.
    if (error instanceof StorageError || isBusy(error)) throw error;
    if (faultOf(error)?.kind === 'damaged') throw damagedDatabase(file, reasonOf(error));
    throw new StorageError(`The database ${file} can't be read: ${reasonOf(error)}.`);
  } finally {
    database?.close();
  }
}

/** Without a log nobody has it open, and it is read without any trace: not even a log is made. */
function addressOf(file: string): URL {
  const address = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1');
  return address;
}

/** Reads the schema, and with that notices what is no database, or shorter than it should be. */
function inspectSchema(database: DatabaseSync, file: string): void {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  if (tables.length === 0) return;
  if (!tables.some(({ name }) => name === 'kysely_migration')) {
    throw new StorageError(`The database ${file} is another program's, not a shop's.`);
  }
  const known = Object.keys(migrationsOf('sqlite'));
  const unknown = database
    .prepare('select name from kysely_migration order by name')
    .all()
    .find(({ name }) => !known.includes(String(name)));
  if (unknown !== undefined) {
    throw new StorageError(
      `The database ${file} is of a newer release of the shop (it has ${unknown.name}): start that one, or restore a backup from before it.`,
    );
  }
}

function expectSound(
  database: DatabaseSync,
  file: string,
  check: 'quick_check' | 'integrity_check',
): void {
  // Pages are read in the order of the indexes, so the more of them stay in memory the better.
  database.exec('pragma cache_size = -262144');
  const [found] = database.prepare(`pragma ${check}(${PROBLEMS_TOLD})`).all();
  const finding = String(found?.[check]);
  if (finding !== 'ok') throw damagedDatabase(file, finding.replaceAll(/\s+/g, ' '));
}

export function damagedDatabase(file: string, finding: string): StorageError {
  return new StorageError(
    `The database ${file} is damaged (${finding}): it was left as it is; restore a backup with npm run restore.`,
  );
}
