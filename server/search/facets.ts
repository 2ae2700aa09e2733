/** Counts what each further choice would leave of a list. */

import type { Facets } from '../../contract/catalogue.ts';
import { CATEGORY_CHOICES_MAX, RATING_MAX } from '../../contract/limits.ts';
import { toDollars } from '../../contract/money.ts';
import { ALL_FILTERS, Filter, type Filters, passed } from './filters.ts';
import type { Matcher } from './matching.ts';
import type { Stretch } from './stretch.ts';

/** Each choice is counted under all the others: another category, say, within the price that is chosen. */
export function countFacets(
  stretches: readonly Stretch[],
  matcher: Matcher,
  filters: Filters | undefined,
): Facets {
  let count = 0;
  let minCents = Number.POSITIVE_INFINITY;
  let maxCents = 0;
  const byCategory = new Map<string, number>();
  const byHalves = new Uint32Array(RATING_MAX * 2 + 1);
  for (const stretch of stretches) {
    matcher.begin(stretch);
    const matches = matcher.match();
    const filtersPassed = filters && passed(stretch, filters);
    const inCategory = new Uint32Array(stretch.categories.length);
    for (let i = 0; i < matches.count; i++) {
      const place = matches.places[i] as number;
      const passes = filtersPassed ? filtersPassed(place) : ALL_FILTERS;
      if (passes === ALL_FILTERS) count++;
      if ((passes | Filter.CATEGORY) === ALL_FILTERS) {
        const category = stretch.categoryOf[place] as number;
        inCategory[category] = (inCategory[category] as number) + 1;
      }
      if ((passes | Filter.RATING) === ALL_FILTERS) {
        const halves = stretch.halvesOf[place] as number;
        byHalves[halves] = (byHalves[halves] as number) + 1;
      }
      if ((passes | Filter.COST) === ALL_FILTERS) {
        const cents = stretch.centsOf[place] as number;
        minCents = Math.min(minCents, cents);
        maxCents = Math.max(maxCents, cents);
      }
    }
    for (const [index, name] of stretch.categories.entries()) {
      byCategory.set(name, (byCategory.get(name) ?? 0) + (inCategory[index] as number));
    }
  }
  return {
    count,
    categories: mostFirst(byCategory, filters?.category),
    ratings: atLeast(byHalves),
    minCost: toDollars(maxCents === 0 ? 0 : minCents),
    maxCost: toDollars(maxCents),
  };
}

/** The chosen one is always among them. */
function mostFirst(
  counts: ReadonlyMap<string, number>,
  chosen: string | undefined,
): Facets['categories'] {
  const all = [...counts]
    .map(([name, count]) => ({ name, count }))
    .filter(({ name, count }) => count > 0 || name === chosen)
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  return all.filter(({ name }, index) => index < CATEGORY_CHOICES_MAX || name === chosen);
}

function atLeast(byHalves: Uint32Array): Facets['ratings'] {
  const ratings: Facets['ratings'] = [];
  let count = byHalves[RATING_MAX * 2] as number;
  for (let stars = RATING_MAX - 1; stars >= 1; stars--) {
    count += (byHalves[stars * 2 + 1] as number) + (byHalves[stars * 2] as number);
    ratings.push({ stars, count });
  }
  return ratings;
}
