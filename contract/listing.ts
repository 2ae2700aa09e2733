/** Which products a list shows: the same parameters on the API and in the page's address. */
import { CATEGORY_MAX_LENGTH, RATING_MAX } from './limits.ts';
import { CURSOR_PARAMETER, EXACT_PARAMETER, SEARCH_PARAMETER } from './paths.ts';

/** Best first, or in the catalogue's own order where nothing is searched for; by price either way; best rated. */
export const sorts = ['relevance', 'price', 'price-desc', 'rating'] as const;
export type Sort = (typeof sorts)[number];

export interface Listing {
  /** What is searched for; blank is the whole catalogue. */
  text: string;
  /** What looks like a typo is searched for as it is. */
  exact: boolean;
  /** Only this one; any where it is empty. */
  category: string;
  /** Dollars, inclusive. */
  minCost: number | undefined;
  maxCost: number | undefined;
  /** Stars, 1 to 5: these or more. */
  minRating: number | undefined;
  sort: Sort;
  /** Where the list begins; at its first product where it is empty. */
  cursor: string;
}

export const wholeCatalogue: Listing = {
  text: '',
  exact: false,
  category: '',
  minCost: undefined,
  maxCost: undefined,
  minRating: undefined,
  sort: 'relevance',
  cursor: '',
};

/** Dollars with at most two decimals. */
export const AMOUNT = '^[0-9]{1,7}(\\.[0-9]{1,2})?$';
/** Whole stars. */
export const STARS = `^[1-${RATING_MAX}]$`;

/**
 * The listing that an address asks for. What makes no sense in it is as if it weren't there: somebody
 * may have shortened the address, or written it by hand.
 */
export function listingOf(parameters: URLSearchParams): Listing {
  const text = (name: string): string => parameters.get(name)?.trim() ?? '';
  const matching = (name: string, pattern: string): number | undefined =>
    new RegExp(pattern).test(text(name)) ? Number(text(name)) : undefined;
  return {
    text: text(SEARCH_PARAMETER),
    exact: text(EXACT_PARAMETER) === '1',
    category: text('category').slice(0, CATEGORY_MAX_LENGTH),
    minCost: matching('minCost', AMOUNT),
    maxCost: matching('maxCost', AMOUNT),
    minRating: matching('minRating', STARS),
    sort: sorts.find((sort) => sort === text('sort')) ?? 'relevance',
    cursor: text(CURSOR_PARAMETER),
  };
}

/** The parameters of a listing, always in the same order, without those that are as usual. */
export function listingParameters(listing: Listing): URLSearchParams {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  };
  add(SEARCH_PARAMETER, listing.text);
  add(EXACT_PARAMETER, listing.exact && listing.text !== '' ? '1' : '');
  add('category', listing.category);
  add('minCost', listing.minCost);
  add('maxCost', listing.maxCost);
  add('minRating', listing.minRating);
  add('sort', listing.sort === 'relevance' ? '' : listing.sort);
  add(CURSOR_PARAMETER, listing.cursor);
  return parameters;
}

/** Whether a list is narrowed by more than its text. */
export function isFiltered({ category, minCost, maxCost, minRating }: Listing): boolean {
  return (
    category !== '' || minCost !== undefined || maxCost !== undefined || minRating !== undefined
  );
}
