/** Puts a backup in the place of a shop's database, without a trace of the old one beside it. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StorageError } from '../errors.ts';
import { type CopyOptions, type CopyReport, copyShop, sync } from './backup.ts';
import { databaseFile, lockFolder, makeWritable } from './data-folder.ts';
import { restoredName } from './inspect.ts';

export interface RestoreReport extends CopyReport {
  /** A data folder with what was there before; none where there was nothing. */
  replaced: string | undefined;
}

/**
 * The backup is copied and checked first, so that the old database is only touched when a sound one is
 * there to take its place. It is moved away together with its log: that, beside another database, would
 * be written into it, and damage it.
 * @param now milliseconds since 1970 UTC
 * @throws StorageError where a server runs on the folder, or the backup isn't sound; nothing is changed then
 */
export async function restoreShop(
  backup: string,
  dataDir: string,
  { now, ...options }: CopyOptions & { now: number },
): Promise<RestoreReport> {
  if (!existsSync(backup)) throw new StorageError(`There is no backup ${backup}.`);
  makeWritable(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const file = databaseFile(dataDir);
    const restored = restoredName(file);
    // Of an earlier one that was killed.
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

/** As a data folder of its own, so that it can be opened as it was. @returns nothing where nothing is there */
function setAside(file: string, folder: string): string | undefined {
  // The log last: while it is there without its database, no server starts.
  const parts = [`${file}-shm`, file, `${file}-wal`].filter((path) => existsSync(path));
  if (parts.length === 0) return undefined;
  mkdirSync(folder, { mode: 0o700 });
  for (const path of parts) renameSync(path, join(folder, basename(path)));
  sync(folder);
  return folder;
}

/** `2026-11-21T16-05-00-123Z`: to the millisecond, so that none is used twice. */
function timestamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-');
}
