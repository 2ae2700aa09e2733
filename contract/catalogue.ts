import { Type } from 'typebox';
import {
  CATEGORY_CHOICES_MAX,
  CATEGORY_MAX_LENGTH,
  PAGE_SIZE_MAX,
  SUGGESTIONS_MAX,
} from './limits.ts';
import { AMOUNT, STARS, sorts } from './listing.ts';
import * as messages from './messages.ts';

export const Product = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  cost: Type.Number({ description: 'Dollars, at most two decimals' }),
  rating: Type.Number({ description: '0 (not rated yet) to 5 stars, in halves' }),
  image: Type.String({ description: 'Address of a picture' }),
});
export type Product = Type.Static<typeof Product>;

export const ProductList = Type.Array(Product);

export const ProductParams = Type.Object({ id: Type.String() });

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
