/** Finds the k best of many results without sorting all of them. */
import { lowerBound } from '../index/binary-search.ts';
import type { Ranked } from '../interface.ts';

export class TopK {
  readonly #k: number;
  readonly #after: Ranked | undefined;
  /** The results so far, best first. */
  readonly #results: Ranked[] = [];

  /** @param after the last result of the previous page; it and all better results are ignored */
  constructor(k: number, after?: Ranked) {
    this.#k = k;
    this.#after = after;
  }

  /** A result with a higher rank is not among the best; Infinity while there are fewer than k results. */
  get worstRank(): number {
    return this.#results[this.#k - 1]?.rank ?? Number.POSITIVE_INFINITY;
  }

  offer(rank: number, position: number): void {
    if (rank > this.worstRank) return;
    const result = { rank, position };
    if (this.#after && !isBefore(this.#after, result)) return;
    const results = this.#results;
    const index = lowerBound(0, results.length, (other) =>
      isBefore(results[other] as Ranked, result),
    );
    results.splice(index, 0, result);
    if (results.length > this.#k) results.pop();
  }

  /** The k best results, best first. */
  get results(): readonly Ranked[] {
    return this.#results;
  }
}

function isBefore(one: Ranked, other: Ranked): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.position < other.position);
}
