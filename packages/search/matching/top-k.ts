/** Finds the k best of many results without sorting all of them. */
import { lowerBound } from '../segments/binary-search.ts';

/** A product of a result. */
export interface Ranked {
  /** A smaller rank is better. */
  rank: number;
  /** The product's position in the catalogue, which decides between equal ranks. */
  position: number;
}

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

  /** Whether a result with this rank and position would be among the k best so far. */
  accepts(rank: number, position: number): boolean {
    const worst = this.#results[this.#k - 1];
    return worst === undefined || isBefore({ rank, position }, worst);
  }

  offer(rank: number, position: number): void {
    if (!this.accepts(rank, position)) return;
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
