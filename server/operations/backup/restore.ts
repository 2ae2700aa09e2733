/** Replaces a shop's database by a backup. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OperatorError } from '../../platform/operator-error.ts';
import {
  databaseFile,
  lockFolder,
  makeWritable,
} from '../../platform/storage/sqlite/data-folder.ts';
import { restoredName } from '../../platform/storage/sqlite/inspect.ts';
import { type CopyOptions, type CopyReport, copyShop, sync } from './backup.ts';

export interface RestoreReport extends CopyReport {
  /** A data folder with the old database; undefined where there was none. */
  replaced: string | undefined;
}

/**
 * Copies and checks the backup before it touches the old database. That one is moved away together with
 * its log: SQLite would write a log that is left into the new database, and damage it.
 * @param now milliseconds since 1970 UTC
 * @throws OperatorError where a server runs on the folder, or the backup isn't sound; then nothing changes
 */
export async function restoreShop(
  backup: string,
  dataDir: string,
  { now, ...options }: CopyOptions & { now: number },
): Promise<RestoreReport> {
  if (!existsSync(backup)) throw new OperatorError(`There is no backup ${backup}.`);
  makeWritable(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const file = databaseFile(dataDir);
    const restored = restoredName(file);
    // Left by a restore that was killed.
    for (const path of [restored, `${restored}.part`]) rmSync(path, { force: true });
    const report = await copyShop(backup, restored, options);
    const replaced = setAside(file, join(dataDir, `replaced-${timestamp(now)}`));
    renameSync(restored, file);
    sync(dataDir);
    return { ...report, replaced };
  } finally {
    lock.close();
  }
}

/** Moves the database into a data folder of its own. @returns the folder; undefined where there was no database */
function setAside(file: string, folder: string): string | undefined {
  // The log last: beside it no server starts without its database.
  const parts = [`${file}-shm`, file, `${file}-wal`].filter((path) => existsSync(path));
  if (parts.length === 0) return undefined;
  mkdirSync(folder, { mode: 0o700 });
  for (const path of parts) renameSync(path, join(folder, basename(path)));
  sync(folder);
  return folder;
}

/** `2026-11-21T16-05-00-123Z` */
function timestamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-');
}
