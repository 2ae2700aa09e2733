/** The filters of a listing, checked product by product. */
import { COST_MAX_CENTS } from '../../../contract/limits.ts';
import { isFiltered, type Listing } from '../../../contract/listing.ts';
import { toCents } from '../../../contract/money.ts';
import type { Segment } from '../index/segment.ts';

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

type Passes = (doc: number) => boolean;

/** One function for each filter, which returns whether a product of the segment passes it. */
export function filtersOfSegment(
  { costsInCents, ratingsInHalves, categories, categoryNames, represents }: Segment,
  filters: Filters | undefined,
): Record<'group' | 'category' | 'cost' | 'rating', Passes> {
  if (filters === undefined) return { group: all, category: all, cost: all, rating: all };
  const { category, minCents, maxCents, minHalves, isGrouped } = filters;
  const wanted = categoryNames.indexOf(category);
  return {
    group: isGrouped ? (doc) => represents[doc] === 1 : all,
    category: category === '' ? all : (doc) => categories[doc] === wanted,
    cost: (doc) => {
      const cents = costsInCents[doc] as number;
      return cents >= minCents && cents <= maxCents;
    },
    rating: (doc) => (ratingsInHalves[doc] as number) >= minHalves,
  };
}

/** Creates a function that returns whether a product of a segment passes all filters. */
export function filterOf(segment: Segment, filters: Filters | undefined): Passes {
  if (filters === undefined) return all;
  const { group, category, cost, rating } = filtersOfSegment(segment, filters);
  return (doc) => group(doc) && category(doc) && cost(doc) && rating(doc);
}

function all(): boolean {
  return true;
}
