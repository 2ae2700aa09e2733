import { queryOptions } from '@tanstack/react-query';
import { type Listing, listingParameters } from '../../contract/listing.ts';
import { GROUPS_PARAMETER, paths } from '../../contract/paths.ts';
import { isFacets } from './answers/catalogue.ts';
import { load, withParameters } from './client.ts';

const STALE_MS = 60_000;

/** The facets of a listing. A failure is silent, because the products are shown without them. */
export function facetsQuery(listing: Listing) {
  // The cursor and the order do not change the facets.
  const parameters = listingParameters({ ...listing, sort: 'relevance', cursor: '' });
  parameters.set(GROUPS_PARAMETER, '1');
  return queryOptions({
    queryKey: ['facets', String(parameters)],
    queryFn: ({ signal }) => load(withParameters(paths.facets, parameters), isFacets, { signal }),
    staleTime: STALE_MS,
  });
}
