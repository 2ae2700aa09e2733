import { Type } from 'typebox';
import { PAGE_SIZE_MAX } from './limits.ts';
import { messages } from './messages.ts';

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

export const ProductsQuery = Type.Object({
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: `Products in the answer, 1 to ${PAGE_SIZE_MAX}`,
      refusal: messages.limitInvalid,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description: 'From the Link header of the page before',
      refusal: messages.cursorInvalid,
    }),
  ),
  ids: Type.Optional(
    Type.String({
      description: `Only these products: at most ${PAGE_SIZE_MAX} ids, separated by commas`,
      refusal: messages.idsInvalid,
    }),
  ),
});
export type ProductsQuery = Type.Static<typeof ProductsQuery>;

export const SearchQuery = Type.Object({
  value: Type.Optional(
    Type.String({ description: 'What to search for', refusal: messages.searchTextInvalid }),
  ),
  exact: Type.Optional(
    Type.Literal('1', {
      description: 'Typos are left as they are',
      refusal: messages.exactInvalid,
    }),
  ),
  limit: ProductsQuery.properties.limit,
  cursor: ProductsQuery.properties.cursor,
});

export const ProductParams = Type.Object({ id: Type.String() });
