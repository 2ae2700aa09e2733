/** How far an import is, told now and then. */

const INTERVAL_MS = 200;

export interface ImportProgress {
  pass: 'checking' | 'writing';
  /** Records of the file that are done in this pass. */
  records: number;
  /** How many there are; known once they are checked. */
  total?: number;
}

export type OnProgress = (progress: ImportProgress) => void;

/** Called with the records that a pass has done so far, as often as it likes. */
export type CountRecords = (records: number) => void;

/** Tells nothing in the first 200 ms, and then at most every 200 ms. */
export class ProgressTeller {
  readonly #tell: OnProgress | undefined;
  readonly #now: () => number;
  #toldAt: number;

  /** @param now milliseconds */
  constructor(tell: OnProgress | undefined, now: () => number) {
    this.#tell = tell;
    this.#now = now;
    this.#toldAt = now();
  }

  tell(progress: ImportProgress): void {
    if (this.#tell === undefined || this.#now() - this.#toldAt < INTERVAL_MS) return;
    this.#toldAt = this.#now();
    this.#tell(progress);
  }
}
