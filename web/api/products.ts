import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import type { Product } from '../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { type Listing, listingParameters } from '../../contract/listing.ts';
import { messages } from '../../contract/messages.ts';
import type { ProductPage } from '../../contract/pages.ts';
import {
  CORRECTED_HEADER,
  CURSOR_PARAMETER,
  paths,
  productsByIdsPath,
} from '../../contract/paths.ts';
import { callApi, explain, ServerRefusal, withParameters } from './client.ts';

/** Pages are asked for by the address that the page before names. */
interface LinkedPage {
  products: Product[];
  /** Address of the page after this one. */
  next: string | undefined;
  /** What was searched for instead of a typo. */
  correctedTo: string | undefined;
}
export type ProductPages = InfiniteData<LinkedPage, string>;

/** The page's own address of a listing. */
export function pageAddress(listing: Listing): string {
  const parameters = listingParameters(listing).toString();
  return parameters === '' ? '/' : `/?${parameters}`;
}

/** The cursor in the address of a further page. */
export function cursorIn(address: string): string {
  return new URLSearchParams(address.split('?')[1]).get(CURSOR_PARAMETER) ?? '';
}

/** The page that came with the HTML, as the first one of a query. */
export function pagesFrom(listing: Listing, page: ProductPage): ProductPages {
  const next = page.next && pathOf({ ...listing, cursor: page.next });
  const { products, correctedTo } = page;
  return { pages: [{ products, next, correctedTo }], pageParams: [pathOf(listing)] };
}

/** @param initial what came with the HTML, if that was about the same */
export function productsQuery(listing: Listing, initial?: ProductPages) {
  const path = pathOf(listing);
  return infiniteQueryOptions({
    queryKey: ['products', path],
    queryFn: ({ pageParam, signal }) =>
      pageParam === path ? fetchFirstPage(listing, signal) : fetchPage(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: (page) => page.next,
    // Kept by servers and browsers, so it may be old: `useRevalidation` asks for it again.
    ...(initial && { initialData: initial, initialDataUpdatedAt: 0, refetchOnMount: false }),
    refetchOnWindowFocus: false,
    meta: { explain: listing.text === '' ? explainListFailure : explainSearchFailure },
  });
}

/** The API's address of a listing. */
function pathOf(listing: Listing): string {
  const path = listing.text === '' ? paths.products : paths.search;
  return withParameters(path, listingParameters(listing));
}

/** An address that somebody shortened or guessed: as on the server, the beginning is better than nothing. */
async function fetchFirstPage(listing: Listing, signal: AbortSignal): Promise<LinkedPage> {
  try {
    return await fetchPage(pathOf(listing), signal);
  } catch (error) {
    const mayBeCursor = error instanceof ServerRefusal && error.status === 400;
    if (listing.cursor === '' || !mayBeCursor) throw error;
    return fetchPage(pathOf({ ...listing, cursor: '' }), signal);
  }
}

async function fetchPage(path: string, signal: AbortSignal): Promise<LinkedPage> {
  try {
    const { data, headers } = await callApi(path, { signal });
    const corrected = headers.get(CORRECTED_HEADER);
    return {
      products: data as Product[],
      next: nextIn(headers.get('link')),
      correctedTo: corrected === null ? undefined : decodeURIComponent(corrected),
    };
  } catch (error) {
    // Spec 8: nothing found is an empty list, not a failure.
    const isSearch = path.startsWith(paths.search);
    if (isSearch && error instanceof ServerRefusal && error.status === 404) {
      return { products: [], next: undefined, correctedTo: undefined };
    }
    throw error;
  }
}

function nextIn(link: string | null): string | undefined {
  return /<([^>]+)>; *rel="next"/.exec(link ?? '')?.[1];
}

/** Spec 8: a 400's own message, otherwise the generic one. */
function explainListFailure(error: unknown): string | undefined {
  const isBadRequest = error instanceof ServerRefusal && error.status === 400;
  return isBadRequest ? explain(error, messages.backendUnreachable) : messages.backendUnreachable;
}

function explainSearchFailure(error: unknown): string | undefined {
  return explain(error, messages.backendUnreachable);
}

/** Products that are not at hand. What else an answer contains doesn't matter. */
export function productsByIdsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['products-by-ids', ids],
    queryFn: async ({ signal }) => {
      const answers: Product[] = [];
      for (let i = 0; i < ids.length; i += PAGE_SIZE_MAX) {
        const path = productsByIdsPath(ids.slice(i, i + PAGE_SIZE_MAX));
        const { data } = await callApi(path, { signal });
        answers.push(...(data as Product[]));
      }
      return answers;
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { explain: explainListFailure },
  });
}
