/** The products that come first of all that are found, in each of the orders that a list can have. */
import { RATING_MAX } from '../../contract/limits.ts';
import type { Sort } from '../../contract/listing.ts';
import type { Best } from './best.ts';
import { type Filters, passing } from './filters.ts';
import { Matcher } from './matching.ts';
import { Ranker } from './ranking.ts';
import type { Term } from './rules.ts';
import type { Segment } from './segment.ts';
import type { Segments } from './segments.ts';

/**
 * Those that fit the terms best.
 * @param costMax products whose words cost more are none
 */
export function rankBest(
  segments: Segments,
  terms: readonly Term[],
  best: Best,
  filters: Filters | undefined,
  costMax = Number.POSITIVE_INFINITY,
): void {
  const matcher = new Matcher(terms, segments);
  const ranker = new Ranker(matcher, terms, segments);
  const offerOf = (segment: Segment) => {
    const passes = filters && passing(segment, filters);
    return (place: number, rank: number): void => {
      if (passes && !passes(place)) return;
      best.offer(rank, segment.positionOf[place] as number);
    };
  };
  for (const [at, places] of ranker.named) {
    const offer = offerOf(segments.all[at] as Segment);
    for (const place of places) offer(place, ranker.rankOfNamed(at, place));
  }
  for (const [at, segment] of segments.all.entries()) {
    matcher.begin(at);
    // What is as good as the worst of the best, so far, stands behind it: its position is higher.
    if (ranker.bestRank(at) >= best.worstKey) continue;
    ranker.begin(at);
    const offer = offerOf(segment);
    ranker.forEachPhrase(best.worstKey, offer);
    const limits = ranker.limitsFor(best.worstKey);
    limits.costMax = Math.min(limits.costMax, costMax);
    const { count, places, costs } = matcher.match(limits);
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      const rank = ranker.rank(place, costs[i] as number, best.worstKey);
      if (rank !== Number.POSITIVE_INFINITY) offer(place, rank);
    }
  }
}

/** More than any weight. */
const RATING = 1_000;

/** A key for each product, of which the smallest comes first; where two are the same, the position decides. */
const keys: Record<Sort, (segment: Segment) => (place: number) => number> = {
  // Without terms, nothing fits better than anything else.
  relevance: () => () => 0,
  price:
    ({ centsOf }) =>
    (place) =>
      centsOf[place] as number,
  'price-desc':
    ({ centsOf }) =>
    (place) =>
      -(centsOf[place] as number),
  // Of those that are rated the same, the better known ones.
  rating:
    ({ halvesOf, weightOf }) =>
    (place) =>
      (RATING_MAX * 2 - (halvesOf[place] as number)) * RATING - (weightOf[place] as number),
};

/** Those that come first by price or rating, or in the catalogue's own order. */
export function sortBest(
  segments: Segments,
  terms: readonly Term[],
  best: Best,
  filters: Filters | undefined,
  sort: Sort,
): void {
  const matcher = new Matcher(terms, segments);
  for (const [at, segment] of segments.all.entries()) {
    matcher.begin(at);
    const { count, places } = matcher.match();
    const passes = filters && passing(segment, filters);
    const keyOf = keys[sort](segment);
    for (let i = 0; i < count; i++) {
      const place = places[i] as number;
      if (!passes || passes(place)) best.offer(keyOf(place), segment.positionOf[place] as number);
    }
  }
}
