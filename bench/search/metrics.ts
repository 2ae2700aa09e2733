/** The quality of search results. The best possible result has 1 in each metric. */

/** How many results count: one page of a search. */
export const DEPTH = 100;

export interface Quality {
  /** Relevant products within the first 100 results, as a fraction of those that fit there. */
  recall: number;
  /** The same within the first 10. */
  precision: number;
  /** 1 if the first result is relevant, 1/2 if the second is the first relevant one, 0 if none is. */
  reciprocalRank: number;
}

/**
 * @param found best first, without duplicates
 * @param relevant if empty, only an empty result is right
 */
export function qualityOf<T>(found: readonly T[], relevant: ReadonlySet<T>): Quality {
  if (relevant.size === 0) {
    const isRight = found.length === 0 ? 1 : 0;
    return { recall: isRight, precision: isRight, reciprocalRank: isRight };
  }
  const within = (depth: number) =>
    found.slice(0, depth).filter((id) => relevant.has(id)).length / Math.min(depth, relevant.size);
  const first = found.slice(0, DEPTH).findIndex((id) => relevant.has(id));
  const reciprocalRank = first === -1 ? 0 : 1 / (first + 1);
  return { recall: within(DEPTH), precision: within(10), reciprocalRank };
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The smallest of the numbers that at least this fraction of them doesn't exceed. */
export function quantileOf(numbers: readonly number[], fraction: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? Number.NaN;
}

export function medianOf(numbers: readonly number[]): number {
  return quantileOf(numbers, 0.5);
}
