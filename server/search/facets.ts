/** Counts what each further choice would leave of a list. */

import type { Facets } from '../../contract/catalogue.ts';
import { CATEGORY_FACETS_MAX, RATING_MAX } from '../../contract/limits.ts';
import { toDollars } from '../../contract/money.ts';
import { ALL_FILTERS, Filter, type Filters, passed } from './filters.ts';
import { Matcher } from './matching.ts';
import type { Term } from './rules.ts';
import type { Segments } from './segments.ts';
import type { Shelf } from './store.ts';

/** Each choice is counted under all the others: another category, say, within the price that is chosen. */
export function countFacets(
  segments: Segments,
  terms: readonly Term[],
  filters: Filters | undefined,
): Facets {
  let count = 0;
  let minCents = Number.POSITIVE_INFINITY;
  let maxCents = 0;
  const byCategory = new Map<string, number>();
  const byHalves = new Uint32Array(RATING_MAX * 2 + 1);
  const chosen = filters?.category;
  // At hand: what is imported is looked up anew each time.
  const all = ALL_FILTERS;
  const matcher = new Matcher(terms, segments);
  for (const [at, segment] of segments.all.entries()) {
    matcher.begin(at);
    const { count: matched, places } = matcher.match();
    const { centsOf, halvesOf, categoryOf, categories } = segment;
    const filtersPassed = filters && passed(segment, filters);
    const inCategory = new Uint32Array(categories.length);
    for (let i = 0; i < matched; i++) {
      const place = places[i] as number;
      const passes = filtersPassed ? filtersPassed(place) : all;
      if (passes === all) count++;
      if ((passes | Filter.CATEGORY) === all) {
        const category = categoryOf[place] as number;
        inCategory[category] = (inCategory[category] as number) + 1;
      }
      if ((passes | Filter.RATING) === all) {
        const halves = halvesOf[place] as number;
        byHalves[halves] = (byHalves[halves] as number) + 1;
      }
      if ((passes | Filter.COST) === all) {
        const cents = centsOf[place] as number;
        if (cents < minCents) minCents = cents;
        if (cents > maxCents) maxCents = cents;
      }
    }
    for (let index = 0; index < categories.length; index++) {
      const [name, found] = [categories[index] as string, inCategory[index] as number];
      if (found === 0 && name !== chosen) continue;
      byCategory.set(name, (byCategory.get(name) ?? 0) + found);
    }
  }
  return facetsOf({ count, minCents, maxCents, byCategory, byHalves }, chosen);
}

/** The same of the whole catalogue, from the database: for as long as there is no index. */
export function sumFacets(shelves: readonly Shelf[]): Facets {
  const counts: Counts = {
    count: 0,
    minCents: Number.POSITIVE_INFINITY,
    maxCents: 0,
    byCategory: new Map(),
    byHalves: new Uint32Array(RATING_MAX * 2 + 1),
  };
  const { byCategory, byHalves } = counts;
  for (const { category, halves, products, minCents, maxCents } of shelves) {
    counts.count += products;
    counts.minCents = Math.min(counts.minCents, minCents);
    counts.maxCents = Math.max(counts.maxCents, maxCents);
    byCategory.set(category, (byCategory.get(category) ?? 0) + products);
    byHalves[halves] = (byHalves[halves] as number) + products;
  }
  return facetsOf(counts, undefined);
}

interface Counts {
  count: number;
  minCents: number;
  maxCents: number;
  byCategory: Map<string, number>;
  byHalves: Uint32Array;
}

function facetsOf(counts: Counts, chosen: string | undefined): Facets {
  const { count, minCents, maxCents, byCategory, byHalves } = counts;
  return {
    count,
    categories: mostFirst(byCategory, chosen),
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
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  return all.filter(({ name }, index) => index < CATEGORY_FACETS_MAX || name === chosen);
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
