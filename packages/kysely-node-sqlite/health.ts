/** Remembers the fault of an open database file that statements have shown. */
import { statSync } from 'node:fs';
import { faultOf, SqliteFault } from './faults.ts';

export class SqliteHealth {
  readonly #paths: readonly string[];
  #inodes: readonly (number | undefined)[] = [];
  #fault: SqliteFault | undefined;

  /** @param file path of the database; its log is beside it */
  constructor(file: string) {
    this.#paths = [file, `${file}-wal`];
  }

  /** To be called once the files are open. */
  rememberFiles(): void {
    this.#inodes = this.#paths.map(inodeOf);
  }

  /**
   * SQLite writes on to a file that was moved or removed. What is committed to it would be lost with the end of the
   * process.
   * @throws SqliteFault if other files are at the paths than those that are open
   */
  assertInPlace(): void {
    const isInPlace = this.#inodes.every((inode, n) => inode === inodeOf(this.#paths[n] ?? ''));
    if (!isInPlace) throw this.record(new SqliteFault('moved'));
  }

  /** @returns the error to throw: a fault instead of the engine's error, if it is one */
  record(error: unknown): unknown {
    const fault = faultOf(error);
    if (fault !== undefined && this.#fault?.kind !== 'damaged') this.#fault = fault;
    return fault ?? error;
  }

  /**
   * A damaged database stays damaged. A write shows whether any other fault is over.
   * @param write changes something on the disk that nobody reads
   * @throws SqliteFault if the fault persists
   */
  async check(write: () => Promise<unknown>): Promise<void> {
    this.assertInPlace();
    if (this.#fault === undefined) return;
    if (this.#fault.kind === 'damaged') throw this.#fault;
    await write();
    this.#fault = undefined;
  }
}

/** @returns undefined if there is no file, or the folder can't be read */
function inodeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}
