/** Temporary databases, which SQLite moves from memory to a disk of their own when they grow. */
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { faultOf } from '../../../../packages/kysely-node-sqlite/index.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';

/** Kilobytes of memory. Further rows are on disk. */
const CACHE_KB = 16 * 1024;

/**
 * Tables for what an import has read, until it is written to the shop. They are in a database of their own, so that reading
 * a file takes no lock of the shop's, and its memory doesn't grow with the file. SQLite moves it to disk when it grows,
 * and deletes it with the process. Statements throw an OperatorError if that disk is full.
 */
export class TemporaryTables {
  readonly #database = new DatabaseSync('');

  /** @param schema the statements that create the tables */
  constructor(schema: string) {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KB};
      ${schema};
      begin`);
  }

  prepare(sql: string) {
    const statement = this.#database.prepare(sql);
    return {
      /** @returns the number of changed rows */
      run: (...values: SQLInputValue[]) =>
        Number(onTemporaryDisk(() => statement.run(...values)).changes),
      all: (...values: SQLInputValue[]) => onTemporaryDisk(() => statement.all(...values)),
    };
  }

  close(): void {
    this.#database.close();
  }
}

/** @throws OperatorError, which names the folder, if its disk is full or fails */
function onTemporaryDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    throw new OperatorError(
      `Temporary files in ${temporaryFolder()} can't be written: ${reasonOf(fault)}. SQLITE_TMPDIR can name another folder.`,
    );
  }
}

/** The one that SQLite chooses: https://sqlite.org/tempfiles.html, section 5. */
function temporaryFolder(): string {
  const { SQLITE_TMPDIR, TMPDIR } = process.env;
  const folders = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp'];
  return folders.find((folder) => folder !== undefined && isUsable(folder)) ?? tmpdir();
}

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
