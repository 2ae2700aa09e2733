/** What narrows a list besides its text, product by product. */

import { COST_MAX_CENTS } from '../../contract/limits.ts';
import { isFiltered, type Listing } from '../../contract/listing.ts';
import { toCents } from '../../contract/money.ts';
import type { Segment } from './segment.ts';

/** What a product must be; a sum of these. */
export const Filter = { CATEGORY: 1, COST: 2, RATING: 4 } as const;
export const ALL_FILTERS = Filter.CATEGORY | Filter.COST | Filter.RATING;

/** Cents and half stars. */
export interface Filters {
  category: string;
  minCents: number;
  maxCents: number;
  minHalves: number;
}

/** Undefined where every product will do. */
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

/** Which filters each product of a segment passes, by its place: a sum of `Filter`. */
export function passed(segment: Segment, filters: Filters): (place: number) => number {
  const { centsOf, halvesOf, categoryOf, categories } = segment;
  const { category, minCents, maxCents, minHalves } = filters;
  const wanted = categories.indexOf(category);
  return (place) => {
    const cents = centsOf[place] as number;
    return (
      (category === '' || categoryOf[place] === wanted ? Filter.CATEGORY : 0) |
      (cents >= minCents && cents <= maxCents ? Filter.COST : 0) |
      ((halvesOf[place] as number) >= minHalves ? Filter.RATING : 0)
    );
  };
}

/** Whether a product of a segment passes all filters. */
export function passing(segment: Segment, filters: Filters): (place: number) => boolean {
  const filtersPassed = passed(segment, filters);
  return (place) => filtersPassed(place) === ALL_FILTERS;
}
