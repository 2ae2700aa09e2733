/**
 * How good an answer is. All that is relevant counts the same; the best possible answer has 1 of
 * everything, however few or many there are to find.
 */

/** What one page of a search shows. */
export const DEPTH = 100;
/** What a shopper looks at. */
export const GLANCE = 10;

export interface Quality {
  /** Of what could stand among the first 100, the share that does. */
  recall: number;
  /** Of what could stand among the first 10, the share that does. */
  precision: number;
  /** 1 where the first hit is relevant, 1/2 where the second is the first such, 0 where none is. */
  reciprocalRank: number;
}

/** @param found best first, each only once */
export function qualityOf<T>(found: readonly T[], relevant: ReadonlySet<T>): Quality {
  return {
    recall: shareWithin(DEPTH, found, relevant),
    precision: shareWithin(GLANCE, found, relevant),
    reciprocalRank: reciprocalRankOf(found.slice(0, DEPTH), relevant),
  };
}

/** For a query that nothing is relevant to: right is only an empty answer. */
export function qualityOfNothing(found: readonly unknown[]): Quality {
  const right = found.length === 0 ? 1 : 0;
  return { recall: right, precision: right, reciprocalRank: right };
}

function shareWithin<T>(depth: number, found: readonly T[], relevant: ReadonlySet<T>): number {
  const hits = found.slice(0, depth).filter((id) => relevant.has(id)).length;
  return hits / Math.min(depth, relevant.size);
}

function reciprocalRankOf<T>(found: readonly T[], relevant: ReadonlySet<T>): number {
  const place = found.findIndex((id) => relevant.has(id));
  return place === -1 ? 0 : 1 / (place + 1);
}

export function meanQuality(qualities: readonly Quality[]): Quality {
  const mean = (of: (quality: Quality) => number) => meanOf(qualities.map(of));
  return {
    recall: mean(({ recall }) => recall),
    precision: mean(({ precision }) => precision),
    reciprocalRank: mean(({ reciprocalRank }) => reciprocalRank),
  };
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The smallest of the numbers that at least this share of them doesn't exceed. */
export function quantileOf(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
