/** Checks that a file is a sound database of this shop and of no newer release, without changing it. */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { faultOf, isBusy } from '../../../../packages/kysely-node-sqlite/index.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';
import { findForeign } from '../migrate.ts';

const MIB = 1_024 * 1_024;
/** Up to this size a start checks every page: some 50 ms. */
const READ_AT_START_MAX_BYTES = 8 * MIB;
/** The same after a crash, which causes most damage: about a second. */
const READ_AFTER_CRASH_MAX_BYTES = 256 * MIB;

/** A file is no sound database of this shop. */
export class UnsoundDatabase extends OperatorError {
  /** A sentence without its subject, the file. */
  readonly finding: string;

  constructor(file: string, finding: string, advice = '') {
    super(`The database ${file} ${finding}${advice}.`);
    this.finding = finding;
  }
}

/**
 * The quick checks before a database is opened.
 * @param isAlone whether no other process has it open; then every page is checked, unless the file is large
 * @throws OperatorError if the file isn't a sound database of this shop, or of a newer release
 */
export function inspectBeforeOpening(file: string, isAlone: boolean): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) refuseLeftovers(file);
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
 * The complete check: a minute for some hundred megabytes.
 * @param source what the file is a copy of; errors name it instead
 * @throws OperatorError if anything is wrong
 */
export function inspectWhole(file: string, source = file): void {
  withDatabase(file, (database) => {
    if (!inspectSchema(database, source)) throw new UnsoundDatabase(source, 'has no shop');
    expectSound(database, source, 'integrity_check');
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw damagedDatabase(source, 'rows refer to others that are missing');
    }
  });
}

/** SQLite would create an empty database, and delete the log beside it, which may hold orders. */
function refuseLeftovers(file: string): void {
  const leftover = [`${file}-wal`, restoredName(file)].find((path) => existsSync(path));
  if (leftover === undefined) return;
  throw new OperatorError(
    `The database ${file} is gone, but ${leftover} is there: put it back, or restore a backup with qkart restore.`,
  );
}

/** The file that a restore writes before it replaces the database. */
export function restoredName(file: string): string {
  return `${file}.restored`;
}

function withDatabase(file: string, work: (database: DatabaseSync) => void): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(addressOf(file), { readOnly: true });
    work(database);
  } catch (error) {
    // Busy: another process has it open, and the caller retries.
    if (error instanceof OperatorError || isBusy(error)) throw error;
    if (faultOf(error)?.kind === 'damaged') throw damagedDatabase(file, reasonOf(error));
    throw new UnsoundDatabase(file, `can't be read: ${reasonOf(error)}`);
  } finally {
    database?.close();
  }
}

/** A database without a log is open nowhere: `immutable` reads it without creating one. */
function addressOf(file: string): URL {
  const address = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1');
  return address;
}

/** Reading the schema fails if the file is no database, or was cut off. @returns whether the database has a shop */
function inspectSchema(database: DatabaseSync, file: string): boolean {
  const namesIn = (source: string) =>
    database
      .prepare(`select name from ${source}`)
      .all()
      .map(({ name }) => String(name));
  const tables = namesIn("sqlite_schema where type = 'table'");
  const migrations = tables.includes('kysely_migration') ? namesIn('kysely_migration') : [];
  const foreign = findForeign({ tables, migrations });
  if (foreign !== undefined) throw new UnsoundDatabase(file, foreign);
  return migrations.length > 0;
}

function expectSound(
  database: DatabaseSync,
  file: string,
  check: 'quick_check' | 'integrity_check',
): void {
  // The check follows the indices: with a large cache no page is read twice.
  database.exec('pragma cache_size = -262144');
  const [found] = database.prepare(`pragma ${check}(1)`).all();
  const finding = String(found?.[check]);
  if (finding !== 'ok') throw damagedDatabase(file, finding.replaceAll(/\s+/g, ' '));
}

export function damagedDatabase(file: string, finding: string): UnsoundDatabase {
  const advice = ': it was left as it is; restore a backup with qkart restore';
  return new UnsoundDatabase(file, `is damaged (${finding})`, advice);
}
