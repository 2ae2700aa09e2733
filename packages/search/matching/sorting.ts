/** The orders of results: by relevance, by price, or by rating. Equal products keep the order of the catalogue. */
import { WEIGHT_MAX } from '../analysis/weights.ts';
import { type Filters, filterOf } from './filters.ts';
import type { Found } from './matcher.ts';
import type { TopK } from './top-k.ts';

export type Sort = 'relevance' | 'price' | 'price-desc' | 'rating';

/** Creates a function that returns the rank of each product of a segment. The smallest rank comes first. */
function rankOf(sort: Sort, { segment, rank }: Found): (doc: number) => number {
  const { costsInCents, ratingsInHalves, weights } = segment;
  if (sort === 'relevance') return () => rank;
  if (sort === 'price') return (doc) => costsInCents[doc] as number;
  if (sort === 'price-desc') return (doc) => -(costsInCents[doc] as number);
  // Of products with the same rating, those with the highest weight come first.
  return (doc) => -(ratingsInHalves[doc] as number) * (WEIGHT_MAX + 1) - (weights[doc] as number);
}

/** Offers all found products to `top`. */
export function sortProducts(
  found: Iterable<Found>,
  top: TopK,
  { filters, sort }: { filters: Filters; sort: Sort },
): void {
  for (const some of found) {
    const { segment, docs } = some;
    const isWanted = filterOf(segment, filters);
    const rank = rankOf(sort, some);
    for (const doc of docs) {
      if (isWanted(doc)) top.offer(rank(doc), segment.positions[doc] as number);
    }
  }
}
