import type { Product } from '../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { type Listing, listingParameters } from '../../contract/listing.ts';
import * as messages from '../../contract/messages.ts';
import type { ProductPage } from '../../contract/pages.ts';
import {
  CORRECTED_HEADER,
  CURSOR_PARAMETER,
  paths,
  productsByIdsPath,
} from '../../contract/paths.ts';
import type { Answers } from './answers.ts';
import { callApi, explain, ServerRefusal, withParameters } from './client.ts';
import { type Query, tellFailure } from './kept-answer.ts';

/** Pages are asked for by the address that the page before names. */
interface LinkedPage {
  products: Product[];
  /** Address of the page after this one. */
  next: string | undefined;
  /** What was searched for instead of a typo. */
  correctedTo: string | undefined;
}
/** A listing as far as it was looked at. */
export type ProductPages = readonly LinkedPage[];

/** The page's own address of a listing. */
export function pageAddress(listing: Listing): string {
  const parameters = listingParameters(listing).toString();
  return parameters === '' ? '/' : `/?${parameters}`;
}

/** The cursor in the address of a further page. */
export function cursorIn(address: string): string {
  return new URLSearchParams(address.split('?')[1]).get(CURSOR_PARAMETER) ?? '';
}

/** The page that came with the HTML, as the first one of its listing. */
export function pagesFrom(listing: Listing, page: ProductPage): ProductPages {
  const next = page.next && pathOf({ ...listing, cursor: page.next });
  const { products, correctedTo } = page;
  return [{ products, next, correctedTo }];
}

/** All pages that were shown are asked for again, each by the address that the one before it names. */
export function productsQuery(listing: Listing): Query<ProductPages> {
  return {
    key: pathOf(listing),
    async ask(signal, known = []) {
      const pages = [await fetchFirstPage(listing, signal)];
      while (pages.length < known.length) {
        const next = pages.at(-1)?.next;
        if (next === undefined) break;
        pages.push(await fetchPage(next, signal));
      }
      return pages;
    },
    explain: listing.text === '' ? explainListFailure : explainSearchFailure,
  };
}

/**
 * Asks for the page behind those that are known.
 * @returns whether it came; if not, the shopper has been told
 */
export async function loadNextPage(answers: Answers, listing: Listing): Promise<boolean> {
  const query = productsQuery(listing);
  const list = answers.of(query);
  const next = nextOf(list.state.data);
  if (next === undefined) return true;
  try {
    const page = await fetchPage(next);
    // Unless the list has been asked for again meanwhile, and ends elsewhere.
    const { data = [] } = list.state;
    if (nextOf(data) === next) list.set([...data, page]);
    return true;
  } catch (error) {
    tellFailure(error, query.explain);
    return false;
  }
}

/** The address of the page behind those that are known. */
export function nextOf(pages: ProductPages | undefined): string | undefined {
  return pages?.at(-1)?.next;
}

/** The API's address of a listing. */
function pathOf(listing: Listing): string {
  const parameters = listingParameters(listing);
  if (listing.text !== '') return withParameters(paths.search, parameters);
  // Without a limit the server sends the whole catalogue.
  parameters.set('limit', String(PAGE_SIZE_MAX));
  return withParameters(paths.products, parameters);
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

async function fetchPage(path: string, signal?: AbortSignal): Promise<LinkedPage> {
  try {
    const { data, headers } = await callApi(path, signal && { signal });
    const corrected = headers.get(CORRECTED_HEADER);
    return {
      products: (data as Product[]).map(withLocalImage),
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

/**
 * The API's pictures have the shop's public origin. The page loads them from its own: it may be opened under another
 * name, as localhost say.
 */
function withLocalImage(product: Product): Product {
  const preview = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content;
  const origin = preview && URL.parse(preview)?.origin;
  // Another backend may send no picture.
  if (!origin || !product.image?.startsWith(`${origin}/`)) return product;
  return { ...product, image: product.image.slice(origin.length) };
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
export function productsByIdsQuery(ids: readonly string[]): Query<Product[]> {
  return {
    key: `products ${ids.join(' ')}`,
    async ask(signal) {
      const answers: Product[] = [];
      for (let i = 0; i < ids.length; i += PAGE_SIZE_MAX) {
        const path = productsByIdsPath(ids.slice(i, i + PAGE_SIZE_MAX));
        const { data } = await callApi(path, { signal });
        answers.push(...(data as Product[]).map(withLocalImage));
      }
      return answers;
    },
    explain: explainListFailure,
  };
}
