import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { productIdsQuery } from '../../contract/calls.ts';
import type { Product } from '../../contract/catalogue.ts';
import { searchHeaders } from '../../contract/headers.ts';
import { LIST_PAGE_SIZE, PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { type Listing, listingParameters, wholeCatalogue } from '../../contract/listing.ts';
import { GROUPS_PARAMETER, SEARCH_PARAMETER } from '../../contract/page-addresses.ts';
import * as messages from '../../contract/page-messages.ts';
import type { ProductPage } from '../../contract/pages.ts';
import {
  isFacets,
  isProductList,
  isSuggestionList,
  type SpecifiedProduct,
} from './answers/catalogue.ts';
import { ApiError, encodeQuery, load, loadWithHeaders, nextCursor } from './client.ts';
import { badRequestMessageOr, serverMessageOr } from './failures.ts';

/** The checkout's loader and its screen share one request. */
const STALE_MS = 3_000;

/** Characters of a query: servers accept 8,000 or more for the whole request line. */
const QUERY_LENGTH_MAX = 6_000;
/** The number of products that are shown besides another one of their category. */
export const MORE_OF_CATEGORY = 4;

/** The first part of the query key of all products, to invalidate them at once. */
export const PRODUCTS = 'products';

/** A page of the list. The reply may have had more products, which are on the following pages. */
interface ListPage extends ProductPage {
  rest?: Product[];
}

/** The listing of a page with its cursor, and the products that the reply before had left. */
interface PageParam extends Listing {
  rest?: Product[] | undefined;
}

/** The pages of a listing. */
export function productsQuery(listing: Listing) {
  const unreachable = messages.backendUnreachable;
  const isSearch = listing.text !== '';
  return infiniteQueryOptions<
    ListPage,
    Error,
    InfiniteData<ListPage, PageParam>,
    string[],
    PageParam
  >({
    queryKey: [PRODUCTS, String(listingParameters(listing))],
    async queryFn({ pageParam: { rest, ...page }, signal }) {
      if (rest !== undefined) return divide({ products: rest, next: page.cursor || undefined });
      return divide(await fetchPage(page, signal, listing.cursor));
    },
    initialPageParam: listing,
    getNextPageParam: ({ next, rest }: ListPage) =>
      next === undefined && rest === undefined
        ? undefined
        : { ...listing, cursor: next ?? '', rest },
    meta: { explain: isSearch ? serverMessageOr(unreachable) : badRequestMessageOr(unreachable) },
  });
}

function divide({ products, ...page }: ProductPage): ListPage {
  const rest = products.slice(LIST_PAGE_SIZE);
  return {
    ...page,
    products: products.slice(0, LIST_PAGE_SIZE),
    ...(rest.length > 0 && { rest }),
  };
}

/** @param firstCursor the cursor in the page's address, which people edit by hand */
async function fetchPage(
  listing: Listing,
  signal: AbortSignal,
  firstCursor: string,
): Promise<ProductPage> {
  const isSearch = listing.text !== '';
  // Without any parameter the server sends the whole catalogue. A search is asked for by its text alone (R9.6).
  const query = queryOf(listing, isSearch ? undefined : LIST_PAGE_SIZE);
  const name = isSearch ? 'searchProducts' : 'listProducts';
  try {
    const { products, headers } = await loadProducts(name, query, signal);
    const textOf = (header: string) => {
      const text = headers.get(header);
      return text === null ? undefined : decodeURIComponent(text);
    };
    return {
      products,
      next: nextCursor(headers),
      correctedTo: textOf(searchHeaders.correctedTo),
      relaxedTo: textOf(searchHeaders.relaxedTo),
      extendedTo: textOf(searchHeaders.extendedTo),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A search without matches is an empty list, not a failure (R2.3).
    if (isSearch && error.status === 404) return { products: [], next: undefined };
    // The cursor in the address is damaged. Show the first page, as the server does.
    const mayBeCursor =
      error.status === 400 && listing.cursor !== '' && listing.cursor === firstCursor;
    if (mayBeCursor) return fetchPage({ ...listing, cursor: '' }, signal, '');
    throw error;
  }
}

export function productsByIdsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [PRODUCTS, 'ids', ...ids],
    async queryFn({ signal }) {
      const products: Product[] = [];
      for (const some of toRequests(ids)) products.push(...(await fetchProducts(some, signal)));
      return products;
    },
    staleTime: STALE_MS,
    meta: { explain: badRequestMessageOr(messages.backendUnreachable) },
  });
}

/** Divides ids so that each request has at most a page of them, and an address that every server accepts. */
function toRequests(ids: readonly string[]): string[][] {
  const requests: string[][] = [];
  for (const id of ids) {
    const last = requests.at(-1);
    const isFull =
      last === undefined ||
      last.length === PAGE_SIZE_MAX ||
      productIdsQuery([...last, id]).length > QUERY_LENGTH_MAX;
    if (isFull) requests.push([id]);
    else last.push(id);
  }
  return requests;
}

/** The first products of a category. A failure is silent, because they are an addition to another product. */
export function categoryQuery(category: string) {
  return queryOptions({
    queryKey: [PRODUCTS, 'category', category],
    async queryFn({ signal }): Promise<Product[]> {
      const query = queryOf({ ...wholeCatalogue, category }, MORE_OF_CATEGORY + 1);
      return (await loadProducts('listProducts', query, signal)).products;
    },
    staleTime: STALE_MS,
    enabled: category !== '',
  });
}

/** Fetches at most a page of products. The reply of another backend may contain more, or others. */
export async function fetchProducts(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Product[]> {
  return (await loadProducts('listProducts', productIdsQuery(ids), signal)).products;
}

/** Asks for one product of each group if the shop has groups, which `data-groups` of `<html>` says (R4.6). */
function queryOf(listing: Listing, limit?: number): string {
  const parameters = listingParameters(listing);
  if ('groups' in document.documentElement.dataset) parameters.set(GROUPS_PARAMETER, '1');
  if (limit !== undefined) parameters.set('limit', String(limit));
  return encodeQuery(parameters);
}

async function loadProducts(
  name: 'listProducts' | 'searchProducts',
  query: string,
  signal: AbortSignal,
) {
  const { data, headers } = await loadWithHeaders(name, isProductList, { query, signal });
  return { products: data.map(toProduct), headers };
}

/** The products of another backend may lack fields that are additional, and pictures. */
function toProduct(product: SpecifiedProduct): Product {
  return withLocalImage({ category: '', rating: 0, image: '', ...product });
}

/** Finds a product in any loaded list. */
export function findLoadedProduct(client: QueryClient, id: string): Product | undefined {
  const lists = client.getQueriesData<InfiniteData<ProductPage> | Product[]>({
    queryKey: [PRODUCTS],
  });
  for (const [, list] of lists) {
    const products = Array.isArray(list) ? list : list?.pages.flatMap((page) => page.products);
    const product = products?.find(({ _id }) => _id === id);
    if (product !== undefined) return product;
  }
  return undefined;
}

/**
 * The API returns pictures with the shop's public origin. A page that is opened under another origin, such
 * as localhost, loads them from its own. The attribute `data-public-origin` of `<html>` holds the public origin.
 */
function withLocalImage(product: Product): Product {
  const { publicOrigin } = document.documentElement.dataset;
  const isOurs = publicOrigin && product.image.startsWith(`${publicOrigin}/`);
  return isOurs ? { ...product, image: product.image.slice(publicOrigin.length) } : product;
}

const FACETS_STALE_MS = 60_000;

/** The facets of a listing. A failure is silent, because the products are shown without them. */
export function facetsQuery(listing: Listing) {
  // The cursor and the order do not change the facets.
  const counted: Listing = { ...listing, sort: 'relevance', cursor: '' };
  return queryOptions({
    queryKey: ['facets', String(listingParameters(counted))],
    queryFn: ({ signal }) => load('readFacets', isFacets, { query: queryOf(counted), signal }),
    staleTime: FACETS_STALE_MS,
  });
}

const SUGGESTIONS_STALE_MS = 5 * 60_000;

/** The suggestions for a typed text. An empty text sends no request. A failure is silent. */
export function suggestionsQuery(text: string) {
  const parameters = new URLSearchParams({ [SEARCH_PARAMETER]: text });
  return queryOptions({
    queryKey: ['suggestions', text],
    queryFn: ({ signal }) =>
      load('listSuggestions', isSuggestionList, { query: encodeQuery(parameters), signal }),
    enabled: text !== '',
    staleTime: SUGGESTIONS_STALE_MS,
  });
}
