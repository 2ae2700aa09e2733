/** A list of products as query parameters, which are the same on the API and on the products page. */
import { CATEGORY_MAX_LENGTH, RATING_MAX } from './limits.ts';
import {
  CURSOR_PARAMETER,
  EXACT_PARAMETER,
  GROUPS_PARAMETER,
  PRODUCT_PARAMETER,
  SEARCH_PARAMETER,
  TEXT_PARAMETER,
} from './page-addresses.ts';

/** Without a search text, `relevance` is the order of the catalogue. `rating` puts the best rated first. */
export const sorts = ['relevance', 'price', 'price-desc', 'rating'] as const;
export type Sort = (typeof sorts)[number];

export interface Listing {
  /** The search text; blank lists the whole catalogue. */
  text: string;
  /** Searches for the exact text, without correcting typos. */
  exact: boolean;
  /** Empty for all categories. */
  category: string;
  /** Dollars, inclusive. */
  minCost: number | undefined;
  /** Dollars, inclusive. */
  maxCost: number | undefined;
  /** 1 to 5 stars, inclusive. */
  minRating: number | undefined;
  sort: Sort;
  /** The cursor of the page; empty for the first page. */
  cursor: string;
  /**
   * Whether the first variant of a group represents all of them. The pages always ask the API for this, so their
   * addresses don't have it.
   */
  isGrouped: boolean;
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
  isGrouped: false,
};

/** Dollars with at most two decimals. */
export const AMOUNT = '^[0-9]{1,7}(\\.[0-9]{1,2})?$';
export const AMOUNT_MAX = 9_999_999.99;
/** Whole stars. */
export const STARS = `^[1-${RATING_MAX}]$`;

/** Reads a listing from query parameters. Ignores invalid values, because people edit addresses by hand. */
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
    isGrouped: text(GROUPS_PARAMETER) === '1',
  };
}

/** Writes a listing as the parameters of a page, always in the same order and without default values. */
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

/** The id of the product that the products page shows in a dialog; empty for none. */
export function productIdOf(parameters: URLSearchParams): string {
  return parameters.get(PRODUCT_PARAMETER)?.trim() ?? '';
}

/** The address of the products page with a listing, and with a product in a dialog over it if one is given. */
export function pageAddress(listing: Listing, productId = ''): string {
  const parameters = listingParameters(listing);
  if (productId !== '') parameters.set(PRODUCT_PARAMETER, productId);
  return parameters.size === 0 ? '/' : `/?${parameters}`;
}

/** The canonical address of a product, whatever list its dialog lies over. */
export function productAddress(id: string): string {
  return pageAddress(wholeCatalogue, id);
}

/** The name of the legal text that lies over the products page; empty for none. A product has precedence. */
export function textNameOf(parameters: URLSearchParams): string {
  if (productIdOf(parameters) !== '') return '';
  return parameters.get(TEXT_PARAMETER)?.trim() ?? '';
}

/** The address of a legal text, over the whole catalogue unless a listing is given. */
export function textAddress(name: string, listing = wholeCatalogue): string {
  const parameters = listingParameters(listing);
  parameters.set(TEXT_PARAMETER, name);
  return `/?${parameters}`;
}

/** Whether anything but the text restricts the listing. */
export function isFiltered({ category, minCost, maxCost, minRating }: Listing): boolean {
  return (
    category !== '' || minCost !== undefined || maxCost !== undefined || minRating !== undefined
  );
}
