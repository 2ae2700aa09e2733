/** Sums of facets. */
import type { Facets } from '../../contract/catalogue.ts';
import { CATEGORY_FACETS_MAX, RATING_MAX } from '../../contract/limits.ts';
import { toDollars } from '../../contract/money.ts';

export function increment(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] as number) + 1;
}

export class FacetCounts {
  products = 0;
  /** Counts by rating in half stars. */
  readonly byHalves = new Uint32Array(RATING_MAX * 2 + 1);
  readonly #byCategory = new Map<string, number>();
  #minCents = Number.POSITIVE_INFINITY;
  #maxCents = 0;

  /** A product without a category is in no facet. */
  addCategory(name: string, products: number): void {
    if (name === '') return;
    this.#byCategory.set(name, (this.#byCategory.get(name) ?? 0) + products);
  }

  addCost(cents: number): void {
    if (cents < this.#minCents) this.#minCents = cents;
    if (cents > this.#maxCents) this.#maxCents = cents;
  }

  toFacets(chosenCategory: string): Facets {
    return {
      count: this.products,
      categories: this.#mostFirst().filter(
        ({ name }, index) => index < CATEGORY_FACETS_MAX || name === chosenCategory,
      ),
      ratings: this.#byStars(),
      minCost: toDollars(this.#maxCents === 0 ? 0 : this.#minCents),
      maxCost: toDollars(this.#maxCents),
    };
  }

  #mostFirst(): Facets['categories'] {
    return [...this.#byCategory]
      .map(([name, count]) => ({ name, count }))
      .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  }

  /** For each number of stars, the number of products that have at least as many. */
  #byStars(): Facets['ratings'] {
    const ratings: Facets['ratings'] = [];
    for (let stars = RATING_MAX - 1; stars >= 1; stars--) {
      const count = this.byHalves.subarray(2 * stars).reduce((sum, products) => sum + products, 0);
      ratings.push({ stars, count });
    }
    return ratings;
  }
}
