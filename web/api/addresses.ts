import { queryOptions, skipToken } from '@tanstack/react-query';
import * as messages from '../../contract/page-messages.ts';
import { paths } from '../../contract/paths.ts';
import { isAddressList } from './answers/shopper.ts';
import { load } from './client.ts';

/** Hovering over the link to the checkout, pressing it and arriving there send one request. */
const STALE_MS = 5_000;

export function addressesQuery(token: string | null) {
  return queryOptions({
    queryKey: ['addresses', token],
    queryFn:
      token === null
        ? skipToken
        : async ({ signal }) =>
            (await load(paths.addresses, isAddressList, { token, signal })).data,
    staleTime: STALE_MS,
    meta: { explain: () => messages.addressesUnreachable },
  });
}
