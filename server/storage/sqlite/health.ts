/** What is known to be wrong with a database file that is open, and whether it is still there. */

import { faultOf, SqliteFault } from './faults.ts';
import { FilesInPlace } from './files-in-place.ts';

export class SqliteHealth {
  readonly #files: FilesInPlace;
  #fault: SqliteFault | undefined;

  /** @param file path of the database */
  constructor(file: string) {
    this.#files = new FilesInPlace(file);
  }

  /** The files are open now, and those to stay with. */
  rememberFiles(): void {
    this.#files.remember();
  }

  /**
   * A file that was removed can be written on and on, and is gone with the process: an order in it
   * would be acknowledged, and lost.
   * @throws SqliteFault where a restart would find other files
   */
  assertInPlace(): void {
    if (!this.#files.areThere()) throw this.noticed(new SqliteFault('moved'));
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
