import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Address } from '../../contract/addresses.ts';
import { messages } from '../../contract/messages.ts';
import { addressPath, paths } from '../../contract/paths.ts';
import { readSession } from '../session/session.ts';
import { callApi, SessionEnded, toastFailure } from './client.ts';

/** Pointing to the checkout, pressing and arriving there are one intent, which asks once. */
const INTENT_MS = 5_000;

export function addressesQuery(token: string | null) {
  return queryOptions({
    queryKey: ['addresses', token],
    queryFn: async ({ signal }) =>
      (await callApi(paths.addresses, { authorised: true, signal })).data as Address[],
    enabled: token !== null,
    staleTime: INTENT_MS,
    meta: {
      explain: (error) =>
        error instanceof SessionEnded ? undefined : messages.addressesUnreachable,
    },
  });
}

/** For who is about to go to the checkout. A failure is told there, where it is asked for again. */
export function useAddressPrefetch() {
  const queryClient = useQueryClient();
  return () => {
    const query = addressesQuery(readSession().token);
    queryClient.prefetchQuery({ ...query, meta: {} });
  };
}

/** An empty text is sent, too: the server says what is wrong with it (spec 5). */
export function useAddressAdding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (address: string) =>
      callApi(paths.addresses, { method: 'POST', body: { address }, authorised: true }),
    onSuccess: ({ data }) => replaceAddresses(queryClient, data as Address[]),
    onError: (error) => toastFailure(error, messages.addressAddUnreachable),
  });
}

export function useAddressDeleting() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(addressPath(id), { method: 'DELETE', authorised: true }),
    onSuccess: ({ data }) => replaceAddresses(queryClient, data as Address[]),
    onError: (error) => toastFailure(error, messages.addressDeleteUnreachable),
  });
}

/** The answer is the whole list (spec 7). */
function replaceAddresses(queryClient: QueryClient, addresses: Address[]): void {
  queryClient.setQueryData(addressesQuery(readSession().token).queryKey, addresses);
}
