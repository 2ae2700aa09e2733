/** The folder that a shop's database file is in, and who may use it. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf, StorageError } from '../errors.ts';
import { isBusy } from './busy.ts';

/** Its name in the folder. */
export const DATABASE_FILE = 'shop.db';

export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** @throws StorageError where there is none */
export function existingDatabase(dataDir: string): string {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new StorageError(`There is no shop in ${dataDir}.`);
  return file;
}

/** @throws StorageError where it can't be made or written */
export function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StorageError(`The data folder ${dataDir} can't be written: ${reasonOf(error)}.`);
  }
}

/**
 * SQLite opens what it can't write all the same, and fails later.
 * @throws StorageError where the database, or its log, may only be read
 */
export function expectWritable(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      throw new StorageError(`The database ${path} can't be written: ${reasonOf(error)}.`);
    }
  }
}

/**
 * An open exclusive transaction on a file of its own: the operating system drops it with the
 * process, however that ends, so a lock is never left behind.
 * @throws StorageError where a server has it
 */
export function lockFolder(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'server.lock');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    throw new StorageError(
      isBusy(error)
        ? `Another server is already running on the data folder ${dataDir}.`
        : `The lock file ${file} can't be used: ${reasonOf(error)}.`,
    );
  }
}
