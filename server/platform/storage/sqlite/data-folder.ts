/** The folder of a shop's database file, and the lock of the server that uses it. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';
import { isBusy } from './faults.ts';

/** The database's name in the folder. */
export const DATABASE_FILE = 'shop.db';

export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** @throws OperatorError if there is none */
export function existingDatabase(dataDir: string): string {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new OperatorError(`There is no shop in ${dataDir}.`);
  return file;
}

/** @throws OperatorError if the folder can't be created or written */
export function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new OperatorError(`The data folder ${dataDir} can't be written: ${reasonOf(error)}.`);
  }
}

/**
 * SQLite opens a file that it may only read, and fails later.
 * @throws OperatorError if the database or its log can't be written
 */
export function expectWritable(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      throw new OperatorError(`The database ${path} can't be written: ${reasonOf(error)}.`);
    }
  }
}

/**
 * Locks the folder with an exclusive transaction on a file of its own. The operating system releases it
 * with the end of the process, so no lock is left behind.
 * @throws OperatorError if another server has the lock
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
    throw new OperatorError(
      isBusy(error)
        ? `Another server is already running on the data folder ${dataDir}.`
        : `The lock file ${file} can't be used: ${reasonOf(error)}.`,
    );
  }
}
