/** Apart from `addresses.ts`, so that the first page does not load what only the checkout does. */
import { mutationOptions } from '@tanstack/react-query';
import type { Address } from '../../contract/addresses.ts';
import * as messages from '../../contract/messages.ts';
import { addressesQuery } from './addresses.ts';
import { isAddressList } from './answers/shopper.ts';
import { load } from './client.ts';
import { serverMessageOr } from './failures.ts';
import { replaceData, type WithToken } from './of-shopper.ts';

/** The reply is the whole list (R9.11). Sends an empty text, too: the server says what is wrong with it (R6.2). */
export const addAddressMutation = mutationOptions({
  mutationFn: ({ token, address }: WithToken & { address: string }) =>
    load('addAddress', isAddressList, { body: { address }, token }),
  onSuccess: (addresses, { token }, _result, { client }) =>
    replaceData(client, addressesQuery(token).queryKey, addresses),
  meta: { explain: serverMessageOr(messages.addressAddUnreachable) },
});

/** @param addresses the reply @param text as it was sent; the server trims it */
export function idOfAdded(addresses: readonly Address[], text: string): string | undefined {
  return addresses.findLast(({ address }) => address === text.trim())?._id;
}

export const deleteAddressMutation = mutationOptions({
  mutationFn: ({ token, id }: WithToken & { id: string }) =>
    load('removeAddress', isAddressList, { params: { id }, token }),
  onSuccess: (addresses, { token }, _result, { client }) =>
    replaceData(client, addressesQuery(token).queryKey, addresses),
  meta: { explain: serverMessageOr(messages.addressDeleteUnreachable) },
});
