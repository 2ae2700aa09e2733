/** The orders of a list other than the relevance of a search: by price, by rating, or as in the catalogue. */
import { RATING_MAX } from '../../../contract/limits.ts';
import type { Sort } from '../../../contract/listing.ts';
import type { Segment } from '../index/segment.ts';
import { type Filters, filterOf } from '../matching/filters.ts';
import { Matcher, requirementOf } from '../matching/matching.ts';
import type { QueryPlan } from '../matching/plan.ts';
import { WEIGHT_MAX } from '../weights.ts';
import type { TopK } from './top-k.ts';

/** The sort key of each product. The smallest key comes first. */
type SortKey = (doc: number) => number;

const sortKeys: Record<Sort, (segment: Segment) => SortKey> = {
  // Without a query, all products are equally relevant, so the catalogue's order decides.
  relevance: () => () => 0,
  price:
    ({ costsInCents }) =>
    (doc) =>
      costsInCents[doc] as number,
  'price-desc':
    ({ costsInCents }) =>
    (doc) =>
      -(costsInCents[doc] as number),
  // Products with the same rating are sorted by weight, highest first.
  rating:
    ({ ratingsInHalves, weights }) =>
    (doc) =>
      (2 * RATING_MAX - (ratingsInHalves[doc] as number)) * (WEIGHT_MAX + 1) -
      (weights[doc] as number),
};

/** Offers all matching products to `top`. */
export function sortProducts(
  plan: QueryPlan,
  top: TopK,
  { filters, sort }: { filters: Filters | undefined; sort: Sort },
): void {
  const matcher = new Matcher();
  const requirement = requirementOf(plan);
  for (const planned of plan.segments) {
    const { segment } = planned;
    const { count, docs } = matcher.match(planned, requirement);
    const isWanted = filterOf(segment, filters);
    const keyOf = sortKeys[sort](segment);
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      if (isWanted(doc)) top.offer(keyOf(doc), segment.positions[doc] as number);
    }
  }
}
