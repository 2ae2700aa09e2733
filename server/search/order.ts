/** The orders that a list can have: a key for each product, of which the smallest comes first. */

import { RATING_MAX } from '../../contract/limits.ts';
import type { Sort } from '../../contract/listing.ts';
import type { Stretch } from './stretch.ts';

type KeyOf = (place: number, rank: number) => number;

/** More than any weight. */
const RATING = 1_000;

/** Where two keys are the same, the catalogue's own order decides. */
export const sortKeys: Record<Sort | 'catalogue', (stretch: Stretch) => KeyOf> = {
  catalogue: () => () => 0,
  relevance: () => (_place, rank) => rank,
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
