/** What is known to be wrong with a database file that is open, and whether it is still there. */
import { statSync } from 'node:fs';
import { faultOf, SqliteFault } from './sqlite-faults.ts';

export class SqliteHealth {
  readonly #paths: readonly string[];
  /** Of the files that are open; none before they are. */
  #inodes: readonly (number | undefined)[] | undefined;
  #fault: SqliteFault | undefined;

  /** @param file path of the database; its log lies beside it */
  constructor(file: string) {
    this.#paths = [file, `${file}-wal`];
  }

  /** The files are open now, and those to stay with. */
  rememberFiles(): void {
    this.#inodes = this.#paths.map(inodeOf);
  }

  /**
   * A file that was removed can be written on and on, and is gone with the process: an order in it
   * would be acknowledged, and lost.
   * @throws SqliteFault where a restart would find other files
   */
  assertInPlace(): void {
    this.#inodes?.forEach((inode, index) => {
      if (inodeOf(this.#paths[index] ?? '') !== inode) throw this.noticed(new SqliteFault('moved'));
    });
  }

  /** @returns the error to throw: a fault in place of the engine's error, if it is one */
  noticed(error: unknown): unknown {
    const fault = faultOf(error);
    if (fault !== undefined && this.#fault?.kind !== 'damaged') this.#fault = fault;
    return fault ?? error;
  }

  /**
   * What is damaged stays so until somebody sees to it. Whether all else is over, a write has to show.
   * @param write changes something that doesn't matter, on the disk
   * @throws SqliteFault where it isn't over
   */
  async check(write: () => Promise<unknown>): Promise<void> {
    this.assertInPlace();
    if (this.#fault === undefined) return;
    if (this.#fault.kind === 'damaged') throw this.#fault;
    await write();
    this.#fault = undefined;
  }
}

function inodeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino;
  } catch {
    // The folder can't be looked into any more.
    return undefined;
  }
}
