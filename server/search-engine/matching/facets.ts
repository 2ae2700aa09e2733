/** Facet counts: the number of products of a listing that each further filter would match. */
import type { Facets } from '../../../contract/catalogue.ts';
import { CATEGORY_FACETS_MAX, RATING_MAX } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import { ALL_FILTERS, Filter, type Filters, passedFilters } from './filters.ts';
import { Matcher } from './matching.ts';
import type { QueryPlan } from './plan.ts';

/**
 * Counts each facet with all filters but its own. Categories, for example, are counted within the chosen prices
 * and ratings, whatever category is chosen.
 */
export function countFacets(plan: QueryPlan, filters: Filters | undefined): Facets {
  const { segments } = plan;
  const counts = new FacetCounts();
  // The chosen category is listed even if it matches no product.
  const chosen = filters?.category ?? '';
  if (chosen !== '' && segments.some(({ segment }) => segment.categoryNames.includes(chosen))) {
    counts.addCategory(chosen, 0);
  }
  const matcher = new Matcher(plan);
  for (const planned of segments) {
    const { segment } = planned;
    const { count, docs } = matcher.match(planned);
    const { costsInCents, ratingsInHalves, categories, categoryNames } = segment;
    const passedBy = passedFilters(segment, filters);
    const byCategory = new Uint32Array(categoryNames.length);
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      const passed = passedBy(doc);
      if (passed === ALL_FILTERS) counts.products++;
      if ((passed | Filter.CATEGORY) === ALL_FILTERS)
        increment(byCategory, categories[doc] as number);
      if ((passed | Filter.RATING) === ALL_FILTERS)
        increment(counts.byHalves, ratingsInHalves[doc] as number);
      if ((passed | Filter.COST) === ALL_FILTERS) counts.addCost(costsInCents[doc] as number);
    }
    for (const [index, name] of categoryNames.entries()) {
      if (byCategory[index] !== 0) counts.addCategory(name, byCategory[index] as number);
    }
  }
  return counts.toFacets(chosen);
}

/** The count and prices of the products of one category that have the same rating. */
export interface FacetRow {
  category: string;
  /** Half stars. */
  halves: number;
  products: number;
  minCents: number;
  maxCents: number;
}

/** Sums the facets of the whole catalogue from rows of the database, for a server that has no index yet. */
export function sumFacets(rows: readonly FacetRow[]): Facets {
  const counts = new FacetCounts();
  for (const { category, halves, products, minCents, maxCents } of rows) {
    counts.products += products;
    counts.addCategory(category, products);
    increment(counts.byHalves, halves, products);
    counts.addCost(minCents);
    counts.addCost(maxCents);
  }
  return counts.toFacets('');
}

function increment(counts: Uint32Array, index: number, by = 1): void {
  counts[index] = (counts[index] as number) + by;
}

class FacetCounts {
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
