import { queryOptions } from '@tanstack/react-query';
import type { Facets } from '../../contract/catalogue.ts';
import { type Listing, listingParameters } from '../../contract/listing.ts';
import { paths } from '../../contract/paths.ts';
import { callApi, withParameters } from './client.ts';

const STALE_MS = 60_000;

/** What a listing can be narrowed to. The products are there without it, so a failure is silent. */
export function facetsQuery(listing: Listing) {
  // Where a list begins, and its order, make no difference.
  const parameters = listingParameters({ ...listing, sort: 'relevance', cursor: '' });
  return queryOptions({
    queryKey: ['facets', String(parameters)],
    queryFn: async ({ signal }) =>
      (await callApi(withParameters(paths.facets, parameters), { signal })).data as Facets,
    staleTime: STALE_MS,
  });
}
