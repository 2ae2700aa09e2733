/** Which products a list shows: the same parameters on the API and in the page's address. */
import { Type } from 'typebox';
import {
  CATEGORY_CHOICES_MAX,
  CATEGORY_MAX_LENGTH,
  PAGE_SIZE_MAX,
  RATING_MAX,
  SUGGESTIONS_MAX,
} from './limits.ts';
import { messages } from './messages.ts';
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
const AMOUNT = '^[0-9]{1,7}(\\.[0-9]{1,2})?$';
/** Whole stars. */
const STARS = `^[1-${RATING_MAX}]$`;

/** The optional parameters that narrow a list, and say its order. */
const filterParameters = {
  category: Type.Optional(
    Type.String({
      maxLength: CATEGORY_MAX_LENGTH,
      description: 'Only products of this category',
      refusal: messages.categoryInvalid,
    }),
  ),
  minCost: Type.Optional(
    Type.String({
      pattern: AMOUNT,
      description: 'Dollars: only products that cost this or more',
      refusal: messages.minCostInvalid,
    }),
  ),
  maxCost: Type.Optional(
    Type.String({
      pattern: AMOUNT,
      description: 'Dollars: only products that cost this or less',
      refusal: messages.maxCostInvalid,
    }),
  ),
  minRating: Type.Optional(
    Type.String({
      pattern: STARS,
      description: 'Stars: only products that have these or more',
      refusal: messages.minRatingInvalid,
    }),
  ),
};

const orderParameters = {
  sort: Type.Optional(
    Type.Enum([...sorts], {
      description: 'relevance where it is missing; the cheapest first; the dearest; the best rated',
      refusal: messages.sortInvalid,
    }),
  ),
};

const searchText = Type.Optional(
  Type.String({ description: 'What to search for', refusal: messages.searchTextInvalid }),
);

/** The parameters that say which products a list has. */
const whichProducts = {
  value: searchText,
  exact: Type.Optional(
    Type.Literal('1', {
      description: 'Typos are left as they are',
      refusal: messages.exactInvalid,
    }),
  ),
  ...filterParameters,
};

/** The parameters that say which part of a list is asked for. */
const whichPart = {
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: `Products in the answer, 1 to ${PAGE_SIZE_MAX}`,
      refusal: messages.limitInvalid,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'From the Link header of the page before',
      refusal: messages.cursorInvalid,
    }),
  ),
};

export const ProductsQuery = Type.Object({
  ids: Type.Optional(
    Type.String({
      description: `Only these products: at most ${PAGE_SIZE_MAX} ids, separated by commas`,
      refusal: messages.idsInvalid,
    }),
  ),
  ...filterParameters,
  ...orderParameters,
  ...whichPart,
});

export const SearchQuery = Type.Object({ ...whichProducts, ...orderParameters, ...whichPart });
export const FacetsQuery = Type.Object(whichProducts);
export const SuggestionsQuery = Type.Object({ value: searchText });

/** What can be chosen to narrow a list further, each with what it would leave. */
export const Facets = Type.Object({
  count: Type.Integer({ description: 'Products that the list has' }),
  categories: Type.Array(
    Type.Object({
      name: Type.String(),
      count: Type.Integer({ description: 'Products, were it the category that is chosen' }),
    }),
    { description: `Most products first: ${CATEGORY_CHOICES_MAX}, and the one that is chosen` },
  ),
  ratings: Type.Array(
    Type.Object({
      stars: Type.Integer({ description: '4 to 1: these or more' }),
      count: Type.Integer({ description: 'Products, were it the least that is chosen' }),
    }),
  ),
  minCost: Type.Number({ description: 'Dollars: the cheapest product, whatever price is chosen' }),
  maxCost: Type.Number({ description: 'Dollars: the dearest product, whatever price is chosen' }),
});
export type Facets = Type.Static<typeof Facets>;

export const SuggestionList = Type.Array(
  Type.Object({
    text: Type.String({ description: 'What to search for' }),
    kind: Type.Union([Type.Literal('words'), Type.Literal('category'), Type.Literal('product')]),
  }),
  { maxItems: SUGGESTIONS_MAX },
);
export type Suggestion = Type.Static<typeof SuggestionList>[number];

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
