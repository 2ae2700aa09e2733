/** The filters of a search, checked product by product. */
import type { Segment } from '../segments/segment.ts';

export interface Filters {
  category?: string | undefined;
  /** Inclusive. */
  minCents?: number | undefined;
  /** Inclusive. */
  maxCents?: number | undefined;
  /** Half stars, inclusive. */
  minHalves?: number | undefined;
  /** Only products that represent their group of variants, or have none. */
  isGrouped?: boolean | undefined;
}

type Passes = (doc: number) => boolean;

/** Costs are 32-bit integers. */
const CENTS_MAX = 2 ** 31 - 1;

/** One function for each filter, which returns whether a product of the segment passes it. */
export function filtersOf(
  { costsInCents, ratingsInHalves, categories, categoryNames, represents }: Segment,
  { category, minCents, maxCents, minHalves = 0, isGrouped }: Filters,
): Record<'group' | 'category' | 'cost' | 'rating', Passes> {
  const wanted = categoryNames.indexOf(category ?? '');
  const [low, high] = [minCents ?? 0, maxCents ?? CENTS_MAX];
  return {
    group: isGrouped ? (doc) => represents[doc] === 1 : all,
    category: category === undefined ? all : (doc) => categories[doc] === wanted,
    cost:
      minCents === undefined && maxCents === undefined
        ? all
        : (doc) => (costsInCents[doc] as number) >= low && (costsInCents[doc] as number) <= high,
    rating: minHalves === 0 ? all : (doc) => (ratingsInHalves[doc] as number) >= minHalves,
  };
}

/** Creates a function that returns whether a product of a segment passes all filters. */
export function filterOf(segment: Segment, filters: Filters): Passes {
  const { group, category, cost, rating } = filtersOf(segment, filters);
  if (category === all && cost === all && rating === all) return group;
  return (doc) => group(doc) && category(doc) && cost(doc) && rating(doc);
}

function all(): boolean {
  return true;
}
