/** The products of a listing, or those of the previous listing while they load. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Facets } from '../../../../contract/catalogue.ts';
import { type Listing, pageAddress } from '../../../../contract/listing.ts';
import type { ProductPage } from '../../../../contract/pages.ts';
import { facetsQuery, productsQuery } from '../../../api/products.ts';

/** The first page of a listing and its facets, as the server rendered them. */
export interface RenderedList {
  listing: Listing;
  page: ProductPage;
  facets: Facets | undefined;
}

export function useResults(listing: Listing, rendered: RenderedList | undefined) {
  const isRendered = rendered && pageAddress(rendered.listing) === pageAddress(listing);
  const wanted = useInfiniteQuery({
    ...productsQuery(listing),
    ...(isRendered && {
      initialData: { pages: [rendered.page], pageParams: [listing] },
      // The HTML may be old, so the list is refetched.
      initialDataUpdatedAt: 0,
    }),
    placeholderData: keepPreviousData,
  });
  // A failed search restores the full list (R2.3).
  const hasSearchFailed = listing.text !== '' && wanted.isLoadingError;
  const fullListing = { ...listing, text: '', exact: false, cursor: '' };
  const full = useInfiniteQuery({ ...productsQuery(fullListing), enabled: hasSearchFailed });
  const facets = useQuery({
    ...facetsQuery(listing),
    ...(isRendered && rendered.facets && { initialData: rendered.facets }),
    placeholderData: keepPreviousData,
  });

  const list = hasSearchFailed ? full : wanted;
  const products = list.data?.pages.flatMap((page) => page.products);
  const { rest = [], next } = list.data?.pages.at(-1) ?? {};
  const known = (products?.length ?? 0) + rest.length;
  const total = facets.isPlaceholderData || hasSearchFailed ? undefined : facets.data?.count;
  return {
    listing,
    /** `listing`, without its text if the search failed. */
    shownListing: hasSearchFailed ? fullListing : listing,
    list,
    /** The listing of the products, which is the previous one while they are stale. */
    productsListing: list.data?.pageParams[0],
    /** Undefined while there is nothing to show. */
    products,
    /** The first page, which has the corrected text of the search. */
    search: hasSearchFailed ? undefined : list.data?.pages[0],
    hasSearchFailed,
    isSearch: listing.text !== '' && !hasSearchFailed,
    /** The products are those of the previous listing. */
    isStale: list.isPlaceholderData,
    /** Undefined while they load; null if they can't be loaded, as from another backend. */
    facets: facets.data ?? (facets.isError ? null : undefined),
    /** The number of products in the list, or those that are known of more. */
    count:
      next === undefined
        ? { known, isAll: true }
        : { known: Math.max(known, total ?? 0), isAll: (total ?? 0) > known },
  };
}

export type Results = ReturnType<typeof useResults>;
