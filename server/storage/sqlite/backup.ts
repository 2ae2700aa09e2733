/** Copies a shop's database file, also while a server writes to it, and only keeps what is sound. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { reasonOf, StorageError } from '../errors.ts';
import { whileBusy } from './busy.ts';
import { faultOf } from './faults.ts';
import { damagedDatabase, inspectBeforeOpening, inspectWhole } from './inspect.ts';

/** Pages copied between two reports: 4 MiB. */
const PAGES_AT_ONCE = 1_000;
/** It has password hashes in it. */
const OWNER_ONLY = 0o600;

export interface CopyOptions {
  onProgress?: (progress: CopyProgress) => void;
  /** Stops it between two steps; then nothing is left behind. */
  signal?: AbortSignal;
}

export type CopyProgress = { step: 'copying'; pages: number; total: number } | { step: 'checking' };

export interface CopyReport {
  bytes: number;
  orders: number;
}

/**
 * Copies what is committed at this moment. Written beside the target under another name, checked whole,
 * written through to the disk, and only then given its name.
 * @throws StorageError where the source is no sound shop, or the target is there or can't be written
 */
export async function copyShop(
  source: string,
  target: string,
  options: CopyOptions = {},
): Promise<CopyReport> {
  refuseExisting(target);
  await whileBusy(() => inspectBeforeOpening(source, false));
  const part = `${target}.part`;
  createEmpty(part);
  try {
    const rows = await copyPages(source, part, options);
    options.onProgress?.({ step: 'checking' });
    await turnOfTheLoop();
    inspectWhole(part, source);
    compareRows(rows, part);
    options.signal?.throwIfAborted();
    const { size: bytes } = statSync(part);
    sync(part);
    refuseExisting(target);
    renameSync(part, target);
    sync(dirname(target));
    return { bytes, orders: rows.orders ?? 0 };
  } catch (error) {
    throw explain(source, target, error);
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(part + suffix, { force: true });
  }
}

/** Signals are heard in it. */
const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function refuseExisting(target: string): void {
  if (existsSync(target)) throw new StorageError(`${target} is there already.`);
}

/** Also keeps two from writing the same file at once. */
function createEmpty(part: string): void {
  try {
    closeSync(openSync(part, 'wx', OWNER_ONLY));
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new StorageError(
      isThere
        ? `${part} is there already: another backup is writing it, or was killed; then remove it.`
        : `${part} can't be written: ${reasonOf(error)}.`,
    );
  }
}

/**
 * With a transaction open the source is read as it was when that began; without one, every commit of
 * another process begins the copy anew, and beside a busy shop it never ends.
 */
async function copyPages(
  source: string,
  part: string,
  { onProgress, signal }: CopyOptions,
): Promise<Rows> {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    database.exec('begin');
    const rows = countRows(database);
    await backup(database, part, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages: total, remainingPages }) => {
        signal?.throwIfAborted();
        onProgress?.({ step: 'copying', pages: total - remainingPages, total });
      },
    });
    return rows;
  } finally {
    database.close();
  }
}

/** By table. */
type Rows = Record<string, number>;

function countRows(database: DatabaseSync): Rows {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  return Object.fromEntries(
    tables.map(({ name }) => {
      const counted = database.prepare(`select count(*) as rows from "${name}"`).get();
      return [String(name), Number(counted?.rows)];
    }),
  );
}

/** @throws StorageError where the copy has others than were counted in the source */
function compareRows(rows: Rows, part: string): void {
  const copy = new DatabaseSync(part);
  try {
    // A file of its own: whoever opens it where nothing can be written needs no log beside it.
    copy.exec('pragma journal_mode = delete');
    const copied = countRows(copy);
    for (const [table, count] of Object.entries(rows)) {
      if (copied[table] !== count) {
        throw new StorageError(`${table} has ${count} rows, but ${copied[table]} in the copy.`);
      }
    }
  } finally {
    copy.close();
  }
}

/** What was written to a file, or which names a folder has, is on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** That the source can be opened was seen before, so what else fails is the target's disk. */
function explain(source: string, target: string, error: unknown): unknown {
  const fault = faultOf(error);
  if (fault?.kind === 'damaged') return damagedDatabase(source, 'a page of it makes no sense');
  const isOfDisk = error instanceof Error && 'syscall' in error;
  if (fault === undefined && !isOfDisk) return error;
  return new StorageError(`${target} can't be written: ${reasonOf(fault ?? error)}.`);
}
