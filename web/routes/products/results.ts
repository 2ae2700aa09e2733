/** What is shown of a listing: the products asked for, or what stands in for them meanwhile. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Facets } from '../../../contract/catalogue.ts';
import { isFiltered, type Listing } from '../../../contract/listing.ts';
import { facetsQuery } from '../../api/facets.ts';
import { type ProductPages, pageAddress, productsQuery } from '../../api/products.ts';
import { whenIdle } from '../../ui/when-idle.ts';

/** What came with the HTML, if this page did. */
export interface Rendered {
  listing: Listing;
  pages: ProductPages;
  facets: Facets;
}

export function useResults(listing: Listing, rendered: Rendered | undefined) {
  useRevalidation(rendered?.listing);
  const renderedFor = (wanted: Listing) =>
    rendered && pageAddress(rendered.listing) === pageAddress(wanted) ? rendered : undefined;
  const { text } = listing;
  const search = useInfiniteQuery({
    ...productsQuery(listing, renderedFor(listing)?.pages),
    enabled: text !== '',
    // While a search runs, what was there before stays.
    placeholderData: keepPreviousData,
  });
  // Spec 8: a search that failed brings back the full list. A further page that failed leaves the first.
  const isSearch = text !== '' && (!search.isError || search.isFetchNextPageError);
  const all = text === '' ? listing : { ...listing, text: '', exact: false, cursor: '' };
  const list = useInfiniteQuery({
    ...productsQuery(all, renderedFor(all)?.pages),
    enabled: !isSearch,
    placeholderData: keepPreviousData,
  });
  const facets = useQuery(facetsQuery(listing, renderedFor(listing)?.facets));

  const shown = isSearch ? search : list;
  const data = shown.data ?? list.data;
  const products = data?.pages.flatMap((page) => page.products);
  const isStale = shown.isPlaceholderData || (isSearch && search.isPending);
  return {
    /** The listing that is shown: without its text where a search failed. */
    shownListing: isSearch ? listing : all,
    /** Unknown as long as there is nothing to show yet. */
    products,
    hasFailed: shown.isError,
    /** Another list, another key. */
    listKey: String(data?.pageParams[0]),
    next: isStale ? undefined : data?.pages.at(-1)?.next,
    correctedTo: isSearch ? shown.data?.pages[0]?.correctedTo : undefined,
    isStale,
    isSearch,
    /** Whether it is worth saying how many there are. */
    isNarrowed: isSearch || isFiltered(listing),
    facets: facets.data,
    /** How many there are, further pages included, as far as it is known. */
    total: facets.isPlaceholderData ? undefined : facets.data?.count,
    isLoadingMore: shown.isFetchingNextPage,
    hasFailedToLoadMore: shown.isFetchNextPageError,
    loadMore: () => shown.fetchNextPage(),
  };
}

/** Asks again for what came with the HTML, once the page is drawn: it may have been kept for long. */
function useRevalidation(listing: Listing | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (listing === undefined) return;
    const { queryKey } = productsQuery(listing);
    return whenIdle(() => queryClient.invalidateQueries({ queryKey, exact: true }));
  }, [queryClient, listing]);
}
