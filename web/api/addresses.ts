import { queryOptions } from '@tanstack/react-query';
import * as messages from '../../contract/page-messages.ts';
import { isAddressList } from './answers/shopper.ts';
import { load } from './client.ts';
import { HOVER_MS, ofShopper } from './of-shopper.ts';

export function addressesQuery(token: string | null) {
  return queryOptions({
    queryKey: ['addresses', token],
    queryFn: ofShopper(token, (call) => load('listAddresses', isAddressList, call)),
    staleTime: HOVER_MS,
    // The checkout's loader has just failed to load them, and said so.
    retryOnMount: false,
    meta: { explain: () => messages.addressesUnreachable },
  });
}
