import { Type } from 'typebox';
import {
  CATEGORY_FACETS_MAX,
  CATEGORY_MAX_LENGTH,
  PAGE_SIZE_MAX,
  RATING_MAX,
  SUGGESTIONS_MAX,
} from './limits.ts';
import { AMOUNT, AMOUNT_MAX, STARS, sorts } from './listing.ts';
import * as messages from './messages.ts';
import { pageParameters } from './paging.ts';
import { schemasShown } from './product-fields.ts';

export const Product = Type.Object({
  _id: Type.String(),
  ...schemasShown('list'),
  available: Type.Optional(
    Type.Boolean({ description: 'False if its counted stock is used up; otherwise absent' }),
  ),
  costFrom: Type.Optional(
    Type.Number({
      description:
        'Dollars: the lowest cost of the variants of its group; absent if all cost the same, and in lists without groups=1',
    }),
  ),
});
export type Product = Type.Static<typeof Product>;

export const ProductList = Type.Array(Product);

/** Parameters that filter a list of products. */
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
      description: 'Only products that cost at least this many dollars, with at most two decimals',
      shownAs: Type.Number({ minimum: 0, maximum: AMOUNT_MAX }),
      refusal: messages.minCostInvalid,
    }),
  ),
  maxCost: Type.Optional(
    Type.String({
      pattern: AMOUNT,
      description: 'Only products that cost at most this many dollars, with at most two decimals',
      shownAs: Type.Number({ minimum: 0, maximum: AMOUNT_MAX }),
      refusal: messages.maxCostInvalid,
    }),
  ),
  minRating: Type.Optional(
    Type.String({
      pattern: STARS,
      description: 'Only products with at least this many stars',
      shownAs: Type.Integer({ minimum: 1, maximum: RATING_MAX }),
      refusal: messages.minRatingInvalid,
    }),
  ),
};

/** The parameter that lists one product for each group of variants. */
const groupParameters = {
  groups: Type.Optional(
    Type.Literal('1', {
      description:
        'Of each group of variants only the first one on sale; by default every variant is listed',
      refusal: messages.groupsInvalid,
    }),
  ),
};

/** The parameter that sorts a list of products. */
const sortParameters = {
  sort: Type.Optional(
    Type.Enum([...sorts], {
      description:
        'By relevance (the default), by price, by price descending, or by rating descending',
      refusal: messages.sortInvalid,
    }),
  ),
};

const searchText = Type.Optional(
  Type.String({ description: 'What to search for', refusal: messages.searchTextInvalid }),
);

/** Parameters that select the products of a search. */
const searchParameters = {
  value: searchText,
  exact: Type.Optional(
    Type.Literal('1', {
      description: 'Search for the text as it is, without correcting typos',
      refusal: messages.exactInvalid,
    }),
  ),
  ...filterParameters,
  ...groupParameters,
};

export const ProductsQuery = Type.Object({
  ids: Type.Optional(
    Type.String({
      description: `Only these products, whatever the other parameters are: at most ${PAGE_SIZE_MAX} ids, separated by commas`,
      refusal: messages.idsInvalid,
    }),
  ),
  ...filterParameters,
  ...groupParameters,
  ...sortParameters,
  ...pageParameters,
});
export type ProductsQuery = Type.Static<typeof ProductsQuery>;

export const SearchQuery = Type.Object({
  ...searchParameters,
  ...sortParameters,
  ...pageParameters,
});
export const FacetsQuery = Type.Object(searchParameters);
export const SuggestionsQuery = Type.Object({ value: searchText });

/** The values that a list can be filtered by, each with the number of products that would remain. */
export const Facets = Type.Object({
  count: Type.Integer({ description: 'Products in the list' }),
  categories: Type.Array(
    Type.Object({
      name: Type.String(),
      count: Type.Integer({ description: 'Products if this category were selected' }),
    }),
    { description: `At most ${CATEGORY_FACETS_MAX}, most products first, and the selected one` },
  ),
  ratings: Type.Array(
    Type.Object({
      stars: Type.Integer({ description: '4 to 1: at least this many stars' }),
      count: Type.Integer({ description: 'Products if this minimum were selected' }),
    }),
  ),
  minCost: Type.Number({
    description: 'Cost of the cheapest product in dollars; ignores the price filter',
  }),
  maxCost: Type.Number({
    description: 'Cost of the most expensive product in dollars; ignores the price filter',
  }),
});
export type Facets = Type.Static<typeof Facets>;

export const Suggestion = Type.Object({
  text: Type.String({ description: 'What to search for' }),
  kind: Type.Enum(['words', 'category', 'product']),
  productId: Type.Optional(Type.String({ description: 'The product, if it is one' })),
});
export type Suggestion = Type.Static<typeof Suggestion>;

export const SuggestionList = Type.Array(Suggestion, { maxItems: SUGGESTIONS_MAX });
