/** The products that come first of all that are found, in each of the orders that a list can have. */
import { RATING_MAX } from '../../contract/limits.ts';
import type { Sort } from '../../contract/listing.ts';
import type { Best } from './best.ts';
import { type Filters, passing } from './filters.ts';
import { COST_MAX, Matcher } from './matching.ts';
import { Ranker } from './ranking.ts';
import type { Term } from './rules.ts';
import type { Stretch } from './stretch.ts';

/** Those that fit the terms best. */
export function rankBest(
  stretches: readonly Stretch[],
  terms: readonly Term[],
  best: Best,
  filters: Filters | undefined,
): void {
  const matcher = new Matcher(terms);
  const ranker = new Ranker(matcher, terms);
  for (const stretch of stretches) {
    const { count, places, costs } = matcher.match(stretch, ranker.costUpTo(best.worstKey));
    if (count === 0) continue;
    const passes = filters && passing(stretch, filters);
    ranker.begin(stretch);
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      if (passes && !passes(place)) continue;
      const rank = ranker.rank(place, costs[i] as number, best.worstKey);
      best.offer(rank, stretch.first + place);
    }
  }
}

/** More than any weight. */
const RATING = 1_000;

/** A key for each product, of which the smallest comes first; where two are the same, the position decides. */
const keys: Record<Sort, (stretch: Stretch) => (place: number) => number> = {
  // Without terms, nothing fits better than anything else.
  relevance: () => () => 0,
  price:
    ({ costCents }) =>
    (place) =>
      costCents[place] as number,
  'price-desc':
    ({ costCents }) =>
    (place) =>
      -(costCents[place] as number),
  // Of those that are rated the same, the better known ones.
  rating:
    ({ ratingHalves, weights }) =>
    (place) =>
      (RATING_MAX * 2 - (ratingHalves[place] as number)) * RATING - (weights[place] as number),
};

/** Those that come first by price or rating, or in the catalogue's own order. */
export function sortBest(
  stretches: readonly Stretch[],
  terms: readonly Term[],
  best: Best,
  filters: Filters | undefined,
  sort: Sort,
): void {
  const matcher = new Matcher(terms);
  for (const stretch of stretches) {
    const { count, places } = matcher.match(stretch, COST_MAX);
    const passes = filters && passing(stretch, filters);
    const keyOf = keys[sort](stretch);
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      if (!passes || passes(place)) best.offer(keyOf(place), stretch.first + place);
    }
  }
}
