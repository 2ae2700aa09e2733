import { Type } from 'typebox';
import {
  Facets,
  FacetsQuery,
  Product,
  ProductList,
  ProductsQuery,
  SearchQuery,
  SuggestionList,
  SuggestionsQuery,
} from '../catalogue.ts';
import { searchHeaders } from '../headers.ts';
import { WHOLE_CATALOGUE_MAX } from '../limits.ts';
import { type Endpoint, idParams } from './endpoint.ts';

const tag = 'catalogue';

export const catalogueEndpoints = {
  listProducts: {
    tag,
    summary: 'The products: all of them, or a page',
    description:
      `Without parameters: the whole catalogue, up to ${WHOLE_CATALOGUE_MAX} products. ` +
      'With `limit`, `cursor` or a filter: a page. A `Link` header leads to the next one.',
    query: ProductsQuery,
    reply: ProductList,
    replyHeaders: ['ETag', 'Link'],
    refusals: ['CURSOR_INVALID', 'IDS_INVALID', 'STARTING'],
  },
  readProduct: {
    tag,
    summary: 'One product',
    params: idParams,
    reply: Product,
    replyHeaders: ['ETag'],
    refusals: ['PRODUCT_MISSING'],
  },
  searchProducts: {
    tag,
    summary: 'The products that match a text, best first',
    description:
      'A blank text is answered as `GET /products` is; 404 and `[]` if nothing is found.',
    query: SearchQuery,
    reply: ProductList,
    nothingFound: Type.Array(Type.Unknown(), { maxItems: 0 }),
    replyHeaders: ['ETag', 'Link', ...Object.values(searchHeaders)],
    refusals: ['CURSOR_INVALID', 'STARTING'],
  },
  readFacets: {
    tag,
    summary: 'What a list of products can be narrowed to',
    description: 'Each choice counts the products that it would leave, other choices as they are.',
    query: FacetsQuery,
    reply: Facets,
    replyHeaders: ['ETag'],
    refusals: ['STARTING'],
  },
  listSuggestions: {
    tag,
    summary: 'Completions of a search text',
    query: SuggestionsQuery,
    reply: SuggestionList,
    replyHeaders: ['ETag'],
    refusals: ['STARTING'],
  },
} as const satisfies Record<string, Endpoint>;
