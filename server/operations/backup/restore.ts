/** Replaces a shop's database by a backup. */
import { existsSync, mkdirSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { whileBusy } from '../../../packages/kysely-node-sqlite/index.ts';
import { OperatorError, UnfinishedChange } from '../../platform/operator-error.ts';
import {
  databaseFile,
  lockFolder,
  openDataFolder,
} from '../../platform/storage/sqlite/data-folder.ts';
import { inspectBeforeOpening, restoredName } from '../../platform/storage/sqlite/inspect.ts';
import { toReadError } from '../../platform/system-errors.ts';
import { type CopyOptions, type CopyReport, copyShop, syncFolder } from './backup.ts';

export interface RestoreReport extends CopyReport {
  /** The data folder with the old database; undefined if there was none. */
  replaced: string | undefined;
}

/**
 * Copies and checks the backup before it touches the old database. The old database is moved away together with
 * its log, because SQLite would write a remaining log into the new database and damage it.
 * @param now milliseconds since 1970 UTC
 * @throws OperatorError if a server runs on the folder, or if the backup is not valid; nothing has changed then.
 *   UnfinishedChange for a failure after that
 */
export async function restoreShop(
  backup: string,
  dataDir: string,
  { now, ...options }: CopyOptions & { now: number },
): Promise<RestoreReport> {
  expectFile(backup);
  // A file that is no backup must not leave a new data folder.
  await whileBusy(() => inspectBeforeOpening(backup, false));
  openDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const file = databaseFile(dataDir);
    const restored = restoredName(file);
    // A killed restore may have left it.
    rmSync(restored, { force: true });
    const report = await copyShop(backup, restored, options).catch((error: unknown) => {
      if (!(error instanceof UnfinishedChange) || error.outcome !== 'part') throw error;
      rmSync(restored, { force: true });
      throw new OperatorError(`${dataDir} can't be synced to disk.`);
    });
    const replaced = setAside(file, join(dataDir, `replaced-${timestamp(now)}`));
    renameSync(restored, file);
    syncFolder(dataDir, `${backup} is restored`);
    return { ...report, replaced };
  } finally {
    lock.close();
  }
}

/** @throws OperatorError */
function expectFile(backup: string): void {
  let stats: Stats | undefined;
  try {
    stats = statSync(backup, { throwIfNoEntry: false });
  } catch (error) {
    throw toReadError(backup, error);
  }
  if (stats === undefined) throw new OperatorError(`There is no backup ${backup}.`);
  if (!stats.isFile()) throw new OperatorError(`${backup} is no regular file.`);
  if (stats.size === 0) throw new OperatorError(`${backup} is empty.`);
}

/** Moves the database into a new data folder. @returns the folder; undefined if there was no database */
function setAside(file: string, folder: string): string | undefined {
  // Move the log last, because a server does not start if it finds a log without its database.
  const parts = [`${file}-shm`, file, `${file}-wal`].filter((path) => existsSync(path));
  if (parts.length === 0) return undefined;
  mkdirSync(folder, { mode: 0o700 });
  for (const path of parts) renameSync(path, join(folder, basename(path)));
  syncFolder(folder, `The old database is moved to ${folder}, and none is in its place yet`);
  return folder;
}

/** Formats a time like `2026-11-21T16-05-00-123Z`. */
function timestamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-');
}
