/** What is shown of a listing: the products asked for, or what stands in for them meanwhile. */
import { useEffect, useState } from 'react';
import type { Facets } from '../../../contract/catalogue.ts';
import { isFiltered, type Listing } from '../../../contract/listing.ts';
import type { ProductPage } from '../../../contract/pages.ts';
import { facetsQuery } from '../../api/facets.ts';
import { loadNextPage, nextOf, pagesFrom, productsQuery } from '../../api/products.ts';
import { useAnswers, useQuery } from '../../api/use-query.ts';
import { whenIdle } from '../../ui/when-idle.ts';

export function useResults(listing: Listing) {
  const answers = useAnswers();
  const { text } = listing;
  const search = useQuery(productsQuery(listing), {
    isWanted: text !== '',
    // While a search runs, what was there before stays.
    keepsPrevious: true,
  });
  // Spec 8: a search that failed brings back the full list.
  const isSearch = text !== '' && !search.hasFailed;
  const all = text === '' ? listing : { ...listing, text: '', exact: false, cursor: '' };
  const list = useQuery(productsQuery(all), { isWanted: !isSearch, keepsPrevious: true });
  const facets = useQuery(facetsQuery(listing), { keepsPrevious: true });

  const shown = isSearch ? search : list;
  const shownListing = isSearch ? listing : all;
  const { key: listKey, data: pages } = shown.data ? shown : list;
  const isStale = shown.isPrevious || (isSearch && search.isPending);
  return {
    listing,
    /** The listing that is shown: without its text where a search failed. */
    shownListing,
    /** Unknown as long as there is nothing to show yet. */
    products: pages?.flatMap((page) => page.products),
    hasFailed: shown.hasFailed,
    /** Another list, another key. */
    listKey,
    next: isStale ? undefined : nextOf(pages),
    correctedTo: isSearch ? shown.data?.[0]?.correctedTo : undefined,
    isStale,
    isSearch,
    /** Whether it is worth saying how many there are. */
    isNarrowed: isSearch || isFiltered(listing),
    facets: facets.data,
    /** How many there are, further pages included, as far as it is known. */
    total: facets.isPrevious ? undefined : facets.data?.count,
    loadMore: () => loadNextPage(answers, shownListing),
  };
}

/** What came with the HTML, if this page did. */
interface Rendered {
  listing: Listing;
  page: ProductPage;
  facets: Facets;
}

/** Shown at once. Once the page is drawn it is asked for again, for it may have been kept for long. */
export function useRendered(rendered: Rendered | undefined): void {
  const answers = useAnswers();
  // Once, before anything shows them: later it would be old.
  useState(() => {
    if (rendered === undefined) return;
    const { listing, page, facets } = rendered;
    answers.of(productsQuery(listing)).offer(pagesFrom(listing, page));
    answers.of(facetsQuery(listing)).offer(facets);
  });
  useEffect(() => {
    if (rendered === undefined) return;
    const query = productsQuery(rendered.listing);
    return whenIdle(() => answers.reload(query));
  }, [answers, rendered]);
}
