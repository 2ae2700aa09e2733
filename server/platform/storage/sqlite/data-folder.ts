/** The folder of a shop's database file, and the lock of the server that uses it. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../../../packages/kysely-node-sqlite/index.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';

/** The database's name in the folder. */
export const DATABASE_FILE = 'shop.db';
const LOCK_FILE = 'server.lock';

/** File modes: only the owner may read password hashes and addresses, or lock the database. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** The bits of a mode that concern other accounts of the machine. */
const OTHERS = 0o077;

export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** @throws OperatorError if the folder can't be read: then it is unknown */
export function isDatabaseThere(dataDir: string): boolean {
  try {
    return statSync(databaseFile(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new OperatorError(`The data folder ${dataDir} can't be read: ${reasonOf(error)}.`);
  }
}

/** @throws OperatorError if there is none */
export function existingDatabase(dataDir: string): string {
  if (!isDatabaseThere(dataDir)) throw new OperatorError(`There is no shop in ${dataDir}.`);
  return databaseFile(dataDir);
}

/**
 * Creates the folder, or closes an existing one and the shop's files in it to other accounts.
 * @returns a sentence for each path that was open to others
 * @throws OperatorError if the folder can't be created or written
 */
export function openDataFolder(dataDir: string): string[] {
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new OperatorError(`The data folder ${dataDir} can't be written: ${reasonOf(error)}.`);
  }
  const files = [...filesOf(databaseFile(dataDir)), join(dataDir, LOCK_FILE)];
  return [
    ...closeToOthers(dataDir, PRIVATE_FOLDER),
    ...files.flatMap((path) => closeToOthers(path, PRIVATE_FILE)),
  ];
}

/** A database and its log. */
function filesOf(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

function closeToOthers(path: string, mode: number): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Windows has no such modes.
  if (stats === undefined || process.platform === 'win32' || !(stats.mode & OTHERS)) return [];
  const was = `${path} was open to other accounts of this machine`;
  try {
    chmodSync(path, mode);
    return [`${was}; now only its owner can use it.`];
  } catch (error) {
    return [`${was}, and it still is: ${reasonOf(error)}.`];
  }
}

/** Creates a file that only its owner can use, unless it exists. SQLite gives its log the same mode. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE));
}

/**
 * SQLite opens a file that it may only read, and fails later.
 * @throws OperatorError if the database or its log can't be written
 */
export function expectWritable(file: string): void {
  for (const path of filesOf(file).filter((path) => existsSync(path))) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      throw new OperatorError(`The database ${path} can't be written: ${reasonOf(error)}.`);
    }
  }
}

/**
 * Locks the folder by an exclusive transaction on a lock file. The operating system releases it with the end of the
 * process, so no lock is left behind.
 * @throws OperatorError if another server has the lock
 */
export function lockFolder(dataDir: string): DatabaseSync {
  const file = join(dataDir, LOCK_FILE);
  let lock: DatabaseSync | undefined;
  try {
    createPrivateFile(file);
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
