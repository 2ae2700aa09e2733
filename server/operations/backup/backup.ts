/** Copies a shop's database file, even while a server writes to it, and checks the copy. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { faultOf, whileBusy } from '../../../packages/kysely-node-sqlite/index.ts';
import { OperatorError, UnfinishedChange } from '../../platform/operator-error.ts';
import { reasonOf } from '../../platform/storage/errors.ts';
import {
  damagedDatabase,
  inspectBeforeOpening,
  inspectWhole,
} from '../../platform/storage/sqlite/inspect.ts';
import { toWriteError } from '../../platform/system-errors.ts';
import { partOf, removeOldParts } from '../part-files.ts';

/** Pages per step: 4 MiB. */
const PAGES_PER_STEP = 1_000;
/** File mode of the copy, because the database contains password hashes. */
const OWNER_ONLY = 0o600;

export interface CopyOptions {
  onProgress?: (progress: CopyProgress) => void;
  /** Stops the copy between two steps, and removes its files. */
  signal?: AbortSignal;
}

export type CopyProgress = { step: 'copying'; pages: number; total: number } | { step: 'checking' };

export interface CopyReport {
  bytes: number;
  orders: number;
}

/**
 * Copies the data that is committed at this moment. The copy is written under another name, checked, synced to
 * disk, and renamed to the target.
 * @throws OperatorError if the source is no valid shop, or if the target exists or cannot be written; UnfinishedChange if only its
 *   folder can't be synced
 */
export async function copyShop(
  source: string,
  target: string,
  options: CopyOptions = {},
): Promise<CopyReport> {
  refuseExisting(target);
  await whileBusy(() => inspectBeforeOpening(source, false));
  removeOldParts(dirname(target));
  const part = partOf(target);
  createEmpty(part, target);
  try {
    const orders = await copyPages(source, part, options);
    options.onProgress?.({ step: 'checking' });
    await nextTurn();
    compact(part);
    inspectWhole(part, source);
    options.signal?.throwIfAborted();
    const { size: bytes } = statSync(part);
    sync(part);
    refuseExisting(target);
    renameSync(part, target);
    syncFolder(dirname(target), `${target} is saved and checked`);
    return { bytes, orders };
  } catch (error) {
    throw explain(source, target, error);
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(part + suffix, { force: true });
  }
}

function refuseExisting(target: string): void {
  if (existsSync(target)) throw new OperatorError(`${target} is there already.`);
}

/** Creates the file, readable by its owner alone. */
function createEmpty(part: string, target: string): void {
  try {
    closeSync(openSync(part, 'wx', OWNER_ONLY));
  } catch (error) {
    throw toWriteError(target, error);
  }
}

/**
 * Copies within a read transaction, which is a snapshot. Without it SQLite restarts after every commit of another
 * process, and never finishes while a shop is busy.
 * @returns the number of orders
 */
async function copyPages(
  source: string,
  part: string,
  { onProgress, signal }: CopyOptions,
): Promise<number> {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    database.exec('begin');
    const orders = database.prepare('select count(*) as count from orders').get();
    await backup(database, part, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages: total, remainingPages }) => {
        signal?.throwIfAborted();
        onProgress?.({ step: 'copying', pages: total - remainingPages, total });
      },
    });
    return Number(orders?.count);
  } finally {
    database.close();
  }
}

/**
 * Turns WAL mode off, so that the copy can be opened on a read-only disk. Rewrites the copy without free pages, which
 * may contain deleted rows.
 */
function compact(part: string): void {
  const copy = new DatabaseSync(part);
  copy.exec('pragma journal_mode = delete; vacuum');
  copy.close();
}

/** Syncs a file, or the entries of a folder, to disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** @throws UnfinishedChange @param done what a power failure may undo */
export function syncFolder(folder: string, done: string): void {
  try {
    sync(folder);
  } catch (error) {
    throw new UnfinishedChange(
      'part',
      `${done}, but a power failure may undo it: ${folder} can't be synced to disk: ${reasonOf(error)}.`,
    );
  }
}

/** The source is readable at this point, so any other failure is of the target's disk. */
function explain(source: string, target: string, error: unknown): unknown {
  const fault = faultOf(error);
  if (fault?.kind === 'damaged') return damagedDatabase(source, 'a page of it makes no sense');
  if (fault === undefined) return toWriteError(target, error);
  return new OperatorError(`${target} can't be written: ${reasonOf(fault)}.`);
}
