/** Progress of an import or export. */

const INTERVAL_MS = 200;

export interface CatalogueProgress {
  pass: 'checking' | 'writing' | 'exporting';
  /** The number of records that this pass has processed. */
  records: number;
  /** The total of this pass; unknown while checking. */
  total?: number;
  /** Records per second since this pass started. */
  perSecond: number;
  /** The estimate from the rate; known if the total is. */
  secondsLeft?: number;
}

export type OnProgress = (progress: CatalogueProgress) => void;

/** Takes the number of records that a pass has processed. It may be called for every record. */
export type CountRecords = (records: number) => void;

/** Reports progress at most every 200 ms, and not in the first 200 ms. */
export class ProgressReporter {
  readonly #report: OnProgress | undefined;
  readonly #now: () => number;
  #reportedAt: number;

  /** @param now milliseconds */
  constructor(report: OnProgress | undefined, now: () => number) {
    this.#report = report;
    this.#now = now;
    this.#reportedAt = now();
  }

  /** @param total the number of all records of the pass */
  start(pass: CatalogueProgress['pass'], total?: number): CountRecords {
    const startedAt = this.#now();
    return (records) => {
      if (this.#report === undefined) return;
      const now = this.#now();
      if (now - this.#reportedAt < INTERVAL_MS) return;
      this.#reportedAt = now;
      const perSecond = (records * 1000) / (now - startedAt);
      const estimate = total && { total, secondsLeft: (total - records) / perSecond };
      this.#report({ pass, records, perSecond, ...estimate });
    };
  }
}
