import type { Facets } from '../../contract/catalogue.ts';
import { type Listing, listingParameters } from '../../contract/listing.ts';
import { paths } from '../../contract/paths.ts';
import { callApi, withParameters } from './client.ts';
import type { Query } from './kept-answer.ts';

/**
 * What can be chosen to narrow a listing. Without it the products are still there, so nothing is said
 * of a failure.
 */
export function facetsQuery(listing: Listing): Query<Facets> {
  const path = pathOf(listing);
  return { key: path, ask: async (signal) => (await callApi(path, { signal })).data as Facets };
}

/** Where a list begins, and its order, change nothing of what can be chosen. */
function pathOf(listing: Listing): string {
  return withParameters(
    paths.facets,
    listingParameters({ ...listing, sort: 'relevance', cursor: '' }),
  );
}
