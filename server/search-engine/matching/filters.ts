/** The filters of a listing, checked product by product. */
import { COST_MAX_CENTS } from '../../../contract/limits.ts';
import { isFiltered, type Listing } from '../../../contract/listing.ts';
import { toCents } from '../../../contract/money.ts';
import type { Segment } from '../index/segment.ts';

/** Bits for the filters that a product passes. */
export const Filter = { CATEGORY: 1, COST: 2, RATING: 4 } as const;
export const ALL_FILTERS = Filter.CATEGORY | Filter.COST | Filter.RATING;

export interface Filters {
  /** Empty for any category. */
  category: string;
  minCents: number;
  maxCents: number;
  /** Half stars. */
  minHalves: number;
  /** Only products that represent their group of variants, or have none. */
  isGrouped: boolean;
}

/** The filters of a listing; undefined if it has none. */
export function filtersOf(listing: Listing): Filters | undefined {
  const { category, minCost, maxCost, minRating, isGrouped } = listing;
  if (!isFiltered(listing) && !isGrouped) return undefined;
  return {
    category,
    minCents: minCost === undefined ? 0 : toCents(minCost),
    maxCents: maxCost === undefined ? COST_MAX_CENTS : toCents(maxCost),
    minHalves: (minRating ?? 0) * 2,
    isGrouped,
  };
}

/** Creates a function that returns the filters which a product of a segment passes. */
export function passedFilters(
  segment: Segment,
  filters: Filters | undefined,
): (doc: number) => number {
  if (filters === undefined) return () => ALL_FILTERS;
  const { costsInCents, ratingsInHalves, categories, categoryNames, represents } = segment;
  const { category, minCents, maxCents, minHalves, isGrouped } = filters;
  const wanted = categoryNames.indexOf(category);
  return (doc) => {
    if (isGrouped && represents[doc] === 0) return 0;
    const cents = costsInCents[doc] as number;
    return (
      (category === '' || categories[doc] === wanted ? Filter.CATEGORY : 0) |
      (cents >= minCents && cents <= maxCents ? Filter.COST : 0) |
      ((ratingsInHalves[doc] as number) >= minHalves ? Filter.RATING : 0)
    );
  };
}

/** Creates a function that returns whether a product of a segment passes all filters. */
export function filterOf(segment: Segment, filters: Filters | undefined): (doc: number) => boolean {
  const passed = passedFilters(segment, filters);
  return (doc) => passed(doc) === ALL_FILTERS;
}
