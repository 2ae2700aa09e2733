/** How far an import or an export is and how fast, told now and then. */

const INTERVAL_MS = 200;

export interface CatalogueProgress {
  pass: 'checking' | 'writing' | 'exporting';
  /** Records of the file, or products, that are done in this pass. */
  records: number;
  /** How many there are; known once they are checked. */
  total?: number;
  /** Records a second, since this pass began. */
  perSecond: number;
  /** Until the pass is done, at this rate; known where the total is. */
  secondsLeft?: number;
}

export type OnProgress = (progress: CatalogueProgress) => void;

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

  /**
   * @param done records that another run has done before: they say nothing about this one's rate
   * @param total all records of the pass, with those
   */
  begin(pass: CatalogueProgress['pass'], done = 0, total?: number): CountRecords {
    const beganAt = this.#now();
    return (records) => {
      if (this.#tell === undefined) return;
      const now = this.#now();
      if (now - this.#toldAt < INTERVAL_MS) return;
      this.#toldAt = now;
      const perSecond = ((records - done) * 1000) / (now - beganAt);
      const rest = total && { total, secondsLeft: (total - records) / perSecond };
      this.#tell({ pass, records, perSecond, ...rest });
    };
  }
}
