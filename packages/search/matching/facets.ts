/** Facet counts: the number of products of a search that each further filter would match. */
import { RATING_MAX_HALVES } from '../analysis/weights.ts';
import { increment } from '../segments/offsets.ts';
import type { Segment } from '../segments/segment.ts';
import { type Filters, filtersOf } from './filters.ts';
import type { Found } from './matcher.ts';

export interface Facets {
  /** Products that pass all filters. */
  count: number;
  /** Most products first. The chosen category is listed even if it matches no product. */
  categories: { name: string; count: number }[];
  /** Counts by rating in half stars. */
  countsByHalves: Uint32Array;
  /** 0 without products. */
  minCents: number;
  maxCents: number;
}

/**
 * Counts each facet with all filters but its own. Categories, for example, are counted within the chosen prices
 * and ratings, whatever category is chosen.
 */
export function countFacets(
  found: Iterable<Found>,
  segments: readonly Segment[],
  filters: Filters,
): Facets {
  let count = 0;
  let minCents = Number.POSITIVE_INFINITY;
  let maxCents = 0;
  const countsByHalves = new Uint32Array(RATING_MAX_HALVES + 1);
  const categoryCounts = new Map<string, number>();
  const addCategory = (name: string, products: number) =>
    categoryCounts.set(name, (categoryCounts.get(name) ?? 0) + products);
  const { category: chosen } = filters;
  if (chosen !== undefined && segments.some((segment) => segment.categoryNames.includes(chosen))) {
    addCategory(chosen, 0);
  }
  for (const { segment, docs } of found) {
    const { costsInCents, ratingsInHalves, categories, categoryNames } = segment;
    const passes = filtersOf(segment, filters);
    const inSegment = new Uint32Array(categoryNames.length);
    for (const doc of docs) {
      if (!passes.group(doc)) continue;
      const hasCategory = passes.category(doc);
      const hasCost = passes.cost(doc);
      const hasRating = passes.rating(doc);
      if (hasCategory && hasCost && hasRating) count++;
      if (hasCost && hasRating) increment(inSegment, categories[doc] as number);
      if (hasCategory && hasCost) increment(countsByHalves, ratingsInHalves[doc] as number);
      if (hasCategory && hasRating) {
        const cents = costsInCents[doc] as number;
        if (cents < minCents) minCents = cents;
        if (cents > maxCents) maxCents = cents;
      }
    }
    for (const [index, name] of categoryNames.entries()) {
      const products = inSegment[index] as number;
      // A product without a category is in no facet.
      if (products > 0 && name !== '') addCategory(name, products);
    }
  }
  return {
    count,
    categories: Array.from(categoryCounts, ([name, count]) => ({ name, count })).sort(
      (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
    ),
    countsByHalves,
    minCents: maxCents === 0 ? 0 : minCents,
    maxCents,
  };
}
