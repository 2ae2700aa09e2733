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
import { paths, productsByIdsPath, searchPath } from '../../contract/paths.ts';
import { callApi, explain, ServerRefusal } from './client.ts';

/** Pages are asked for by the address that the page before names. */
interface LinkedPage {
  products: Product[];
  /** Address of the page after this one. */
  next: string | undefined;
}
export type ProductPages = InfiniteData<LinkedPage, string>;

/** The page that came with the HTML, as the first one of a query. */
export function pagesFrom(text: string, page: ProductPage): ProductPages {
  const path = firstPath(text);
  const next = page.next && `${path}${path.includes('?') ? '&' : '?'}cursor=${page.next}`;
  return { pages: [{ products: page.products, next }], pageParams: [path] };
}

/** The whole catalogue, or what a text finds; blank is the whole catalogue. */
export function productsQuery(text: string, initial?: ProductPages) {
  return infiniteQueryOptions({
    queryKey: ['products', text],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: firstPath(text),
    getNextPageParam: (page) => page.next,
    // Kept by servers and browsers, so it may be old: it is asked for again at once.
    ...(initial && { initialData: initial, initialDataUpdatedAt: 0 }),
    refetchOnWindowFocus: false,
    meta: { explain: text === '' ? explainListFailure : explainSearchFailure },
  });
}

function firstPath(text: string): string {
  return text === '' ? paths.products : searchPath(text);
}

async function fetchPage(path: string, signal: AbortSignal): Promise<LinkedPage> {
  try {
    const { data, headers } = await callApi(path, { signal });
    return { products: data as Product[], next: nextIn(headers.get('link')) };
  } catch (error) {
    // Spec 8: nothing found is an empty list, not a failure.
    const isSearch = path.startsWith(paths.search);
    if (isSearch && error instanceof ServerRefusal && error.status === 404) {
      return { products: [], next: undefined };
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
