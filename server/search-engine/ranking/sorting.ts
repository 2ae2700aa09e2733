/** The orders of a list other than relevance: by price, by rating, or by position. */
import { COST_MAX_CENTS, RATING_MAX } from '../../../contract/limits.ts';
import type { Sort } from '../../../contract/listing.ts';
import { type Filters, filterOf } from '../matching/filters.ts';
import type { Found } from '../matching/matching.ts';
import { WEIGHT_MAX } from '../weights.ts';
import type { TopK } from './top-k.ts';

/** Creates a function that returns the rank of each product of a segment. The smallest rank comes first. */
const ranks: Record<Sort, (found: Found) => (doc: number) => number> = {
  relevance:
    ({ place }) =>
    () =>
      place,
  price:
    ({ segment: { costsInCents } }) =>
    (doc) =>
      costsInCents[doc] as number,
  'price-desc':
    ({ segment: { costsInCents } }) =>
    (doc) =>
      COST_MAX_CENTS - (costsInCents[doc] as number),
  // Of products with the same rating, those with the highest weight come first.
  rating:
    ({ segment: { ratingsInHalves, weights } }) =>
    (doc) =>
      (2 * RATING_MAX - (ratingsInHalves[doc] as number)) * (WEIGHT_MAX + 1) +
      (WEIGHT_MAX - (weights[doc] as number)),
};

/** Offers all found products to `top`. */
export function sortProducts(
  found: Iterable<Found>,
  top: TopK,
  { filters, sort }: { filters: Filters | undefined; sort: Sort },
): void {
  for (const some of found) {
    const { segment, docs } = some;
    const isWanted = filterOf(segment, filters);
    const rankOf = ranks[sort](some);
    for (const doc of docs) {
      if (isWanted(doc)) top.offer(rankOf(doc), segment.positions[doc] as number);
    }
  }
}
