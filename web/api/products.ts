import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import type { Product } from '../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { ProductPage } from '../../contract/pages.ts';
import {
  CORRECTED_HEADER,
  CURSOR_PARAMETER,
  EXACT_PARAMETER,
  paths,
  productsByIdsPath,
  SEARCH_PARAMETER,
  searchPath,
} from '../../contract/paths.ts';
import { callApi, explain, ServerRefusal } from './client.ts';

/** Pages are asked for by the address that the page before names. */
interface LinkedPage {
  products: Product[];
  /** Address of the page after this one. */
  next: string | undefined;
  /** What was searched for instead of a typo. */
  correctedTo: string | undefined;
}
export type ProductPages = InfiniteData<LinkedPage, string>;

/** Which products a page's address is about. */
export interface Listing {
  /** What is searched for; blank is the whole catalogue. */
  text: string;
  /** What looks like a typo is searched for as it is. */
  exact: boolean;
  /** Where the list begins; at its first product where it is empty. */
  cursor: string;
}

export const wholeCatalogue: Listing = { text: '', exact: false, cursor: '' };

export function listingOf(parameters: URLSearchParams): Listing {
  return {
    text: parameters.get(SEARCH_PARAMETER)?.trim() ?? '',
    exact: parameters.get(EXACT_PARAMETER) === '1',
    cursor: parameters.get(CURSOR_PARAMETER) ?? '',
  };
}

/** The page's own address for the products behind these; for who has no script. */
export function pageAddress({ text, exact }: Listing, next: string): string {
  const cursor = new URLSearchParams(next.split('?')[1]).get(CURSOR_PARAMETER) ?? '';
  const search = text && { [SEARCH_PARAMETER]: text, ...(exact && { [EXACT_PARAMETER]: '1' }) };
  return `/?${new URLSearchParams({ ...search, [CURSOR_PARAMETER]: cursor })}`;
}

/** The page's own address for searching for a text as it is, typo or not. */
export function exactSearchAddress(text: string): string {
  return `/?${new URLSearchParams({ [SEARCH_PARAMETER]: text, [EXACT_PARAMETER]: '1' })}`;
}

/** The page that came with the HTML, as the first one of a query. */
export function pagesFrom(listing: Listing, page: ProductPage): ProductPages {
  const next = page.next && pathOf({ ...listing, cursor: page.next });
  const { products, correctedTo } = page;
  return { pages: [{ products, next, correctedTo }], pageParams: [pathOf(listing)] };
}

/** @param initial what came with the HTML, if that was about the same */
export function productsQuery(listing: Listing, initial?: ProductPages) {
  return infiniteQueryOptions({
    queryKey: ['products', listing.text, listing.exact, listing.cursor],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: pathOf(listing),
    getNextPageParam: (page) => page.next,
    // Kept by servers and browsers, so it may be old: `useRevalidation` asks for it again.
    ...(initial && { initialData: initial, initialDataUpdatedAt: 0, refetchOnMount: false }),
    refetchOnWindowFocus: false,
    meta: { explain: listing.text === '' ? explainListFailure : explainSearchFailure },
  });
}

/** The API's address of a listing. */
function pathOf({ text, exact, cursor }: Listing): string {
  const path = text === '' ? paths.products : searchPath(text, { exact });
  if (cursor === '') return path;
  return `${path}${text === '' ? '?' : '&'}${new URLSearchParams({ [CURSOR_PARAMETER]: cursor })}`;
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
