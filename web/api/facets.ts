import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Facets } from '../../contract/catalogue.ts';
import { type Listing, listingParameters } from '../../contract/listing.ts';
import { paths } from '../../contract/paths.ts';
import { callApi, withParameters } from './client.ts';

/**
 * What can be chosen to narrow a listing. Without it the products are still there, so nothing is said
 * of a failure.
 * @param initial what came with the HTML, if that was about the same
 */
export function facetsQuery(listing: Listing, initial?: Facets) {
  const path = pathOf(listing);
  return queryOptions({
    queryKey: ['facets', path],
    queryFn: async ({ signal }) => (await callApi(path, { signal })).data as Facets,
    // Nothing blinks while the next ones are on their way.
    placeholderData: keepPreviousData,
    ...(initial && { initialData: initial, initialDataUpdatedAt: 0, refetchOnMount: false }),
    refetchOnWindowFocus: false,
  });
}

/** Where a list begins, and its order, change nothing of what can be chosen. */
function pathOf(listing: Listing): string {
  return withParameters(
    paths.facets,
    listingParameters({ ...listing, sort: 'relevance', cursor: '' }),
  );
}
