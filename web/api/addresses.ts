import {
  type MutationFunctionContext,
  mutationOptions,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import type { Address } from '../../contract/addresses.ts';
import * as messages from '../../contract/page-messages.ts';
import { addressPath, paths } from '../../contract/paths.ts';
import { isAddressList } from './answers/shopper.ts';
import { load } from './client.ts';
import { serverMessageOr } from './failures.ts';

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

interface AddressAddition {
  /** The session's token at the moment of the click. */
  token: string;
  address: string;
}

/** Sends an empty text, too: the server says what is wrong with it (spec 5). */
export const addAddressMutation = mutationOptions({
  mutationFn: async ({ token, address }: AddressAddition) =>
    (await load(paths.addresses, isAddressList, { method: 'POST', body: { address }, token })).data,
  onSuccess: replaceAddresses,
  meta: { explain: serverMessageOr(messages.addressAddUnreachable) },
});

interface AddressDeletion {
  token: string;
  id: string;
}

export const deleteAddressMutation = mutationOptions({
  mutationFn: async ({ token, id }: AddressDeletion) =>
    (await load(addressPath(id), isAddressList, { method: 'DELETE', token })).data,
  onSuccess: replaceAddresses,
  meta: { explain: serverMessageOr(messages.addressDeleteUnreachable) },
});

/** The answer is the whole list (spec 7). */
async function replaceAddresses(
  addresses: Address[],
  { token }: { token: string },
  _result: unknown,
  { client }: MutationFunctionContext,
): Promise<void> {
  const { queryKey } = addressesQuery(token);
  // The reply to an earlier request must not replace this list.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, addresses);
}
