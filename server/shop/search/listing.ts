/** Listings and facets in the units of the search engine: cents and half stars. */
import type { Facets } from '../../../contract/catalogue.ts';
import {
  CATEGORY_FACETS_MAX,
  RATING_MAX,
  SEARCH_TEXT_MAX_LENGTH,
} from '../../../contract/limits.ts';
import type { Listing } from '../../../contract/listing.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { Facets as EngineFacets, SearchRequest } from '../../../packages/search/index.ts';

export function toRequest(listing: Listing): SearchRequest {
  const { text, exact, sort, category, minCost, maxCost, minRating, isGrouped } = listing;
  return {
    text: text.slice(0, SEARCH_TEXT_MAX_LENGTH),
    exact,
    sort,
    filters: {
      category: category || undefined,
      minCents: minCost && toCents(minCost),
      maxCents: maxCost && toCents(maxCost),
      minHalves: minRating && 2 * minRating,
      isGrouped,
    },
  };
}

export function toFacets(
  { count, categories, countsByHalves, minCents, maxCents }: EngineFacets,
  chosenCategory: string,
): Facets {
  const stars = Array.from({ length: RATING_MAX - 1 }, (_, index) => RATING_MAX - 1 - index);
  return {
    count,
    categories: categories.filter(
      ({ name }, index) => index < CATEGORY_FACETS_MAX || name === chosenCategory,
    ),
    // For each number of stars, the products that have at least as many.
    ratings: stars.map((stars) => ({
      stars,
      count: countsByHalves.subarray(2 * stars).reduce((sum, products) => sum + products, 0),
    })),
    minCost: toDollars(minCents),
    maxCost: toDollars(maxCents),
  };
}
