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

/**
 * Reports progress at most every 200 ms, and not in the first 200 ms.
 * @param now milliseconds
 * @returns starts a pass, of whose records the total may be known
 */
export function createProgress(report: OnProgress | undefined, now: () => number) {
  let reportedAt = now();
  return (pass: CatalogueProgress['pass'], total?: number): CountRecords => {
    const startedAt = now();
    return (records) => {
      if (report === undefined) return;
      const at = now();
      if (at - reportedAt < INTERVAL_MS) return;
      reportedAt = at;
      const perSecond = (records * 1000) / (at - startedAt);
      const estimate = total && { total, secondsLeft: (total - records) / perSecond };
      report({ pass, records, perSecond, ...estimate });
    };
  };
}
