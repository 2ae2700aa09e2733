/** The filters of a listing, checked product by product. */
import { COST_MAX_CENTS } from '../../../contract/limits.ts';
import { isFiltered, type Listing } from '../../../contract/listing.ts';
import { toCents } from '../../../contract/money.ts';
import type { Segment } from '../index/segment.ts';

/** The filters that a product passes are a sum of these. */
export const Filter = { CATEGORY: 1, COST: 2, RATING: 4 } as const;
export const ALL_FILTERS = Filter.CATEGORY | Filter.COST | Filter.RATING;

export interface Filters {
  /** Empty for any. */
  category: string;
  minCents: number;
  maxCents: number;
  /** Half stars. */
  minHalves: number;
}

/** Undefined if the listing has none. */
export function filtersOf(listing: Listing): Filters | undefined {
  if (!isFiltered(listing)) return undefined;
  const { category, minCost, maxCost, minRating } = listing;
  return {
    category,
    minCents: minCost === undefined ? 0 : toCents(minCost),
    maxCents: maxCost === undefined ? COST_MAX_CENTS : toCents(maxCost),
    minHalves: (minRating ?? 0) * 2,
  };
}

/** Tells which filters each product of a segment passes. */
export function passedFilters(
  segment: Segment,
  filters: Filters | undefined,
): (doc: number) => number {
  if (filters === undefined) return () => ALL_FILTERS;
  const { costsInCents, ratingsInHalves, categories, categoryNames } = segment;
  const { category, minCents, maxCents, minHalves } = filters;
  const wanted = categoryNames.indexOf(category);
  return (doc) => {
    const cents = costsInCents[doc] as number;
    return (
      (category === '' || categories[doc] === wanted ? Filter.CATEGORY : 0) |
      (cents >= minCents && cents <= maxCents ? Filter.COST : 0) |
      ((ratingsInHalves[doc] as number) >= minHalves ? Filter.RATING : 0)
    );
  };
}

/** Tells whether each product of a segment passes all filters. */
export function filterOf(segment: Segment, filters: Filters | undefined): (doc: number) => boolean {
  const passed = passedFilters(segment, filters);
  return (doc) => passed(doc) === ALL_FILTERS;
}
