import {
  type Mutation,
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import { messages } from '../../contract/messages.ts';
import { paths } from '../../contract/paths.ts';
import { readSession } from '../session/session.ts';
import { callApi, explain, ServerRefusal, SessionEnded, toastFailure } from './client.ts';

/** Loaded only if a token exists (spec 4). */
export function cartQuery(token: string | null) {
  return queryOptions({
    queryKey: ['cart', token],
    queryFn: ({ signal }) => loadCart(signal),
    enabled: token !== null,
    // A change in another tab is seen here as soon as this one gets the focus.
    refetchOnWindowFocus: 'always',
    meta: { explain: explainCartFailure },
  });
}

export async function loadCart(signal: AbortSignal): Promise<Cart> {
  return (await callApi(paths.cart, { authorised: true, signal })).data as Cart;
}

/** Spec 8: a 400's own message, otherwise that of the cart. */
function explainCartFailure(error: unknown): string | undefined {
  if (error instanceof SessionEnded) return undefined;
  const isBadRequest = error instanceof ServerRefusal && error.status === 400;
  return isBadRequest ? explain(error, messages.cartUnreachable) : messages.cartUnreachable;
}

const CHANGE_KEY = ['cart-change'];
/** Of a product that isn't in the cart yet. */
const ADDITION_KEY = [...CHANGE_KEY, 'addition'];

/** Posts an absolute quantity; the answer is the whole cart and replaces it (spec 4). */
function cartChange(queryClient: QueryClient, mutationKey: string[]) {
  return mutationOptions({
    mutationKey,
    // One after the other, in the order of the clicks: the last one wins.
    scope: { id: 'cart' },
    mutationFn: async (change: CartChangeBody) => {
      const { token } = readSession();
      const answer = await callApi(paths.cart, { method: 'POST', body: change, authorised: true });
      return { token, cart: answer.data as Cart };
    },
    onSuccess: async ({ token, cart }) => {
      // A cart that was asked for before this change must not come after it.
      await queryClient.cancelQueries({ queryKey: ['cart'] });
      queryClient.setQueryData(cartQuery(token).queryKey, cart);
    },
    onError: (error) => toastFailure(error, messages.cartAddUnreachable),
  });
}

export function useCartChange() {
  return useMutation(cartChange(useQueryClient(), CHANGE_KEY));
}

export function useCartAddition() {
  return useMutation(cartChange(useQueryClient(), ADDITION_KEY));
}

/** The changes that are on their way, by product: what the shopper asked for last. */
export function usePendingQuantities(): Map<string, number> {
  return new Map(usePendingChanges(CHANGE_KEY).map(({ productId, qty }) => [productId, qty]));
}

/** The products that are on their way into the cart. */
export function usePendingAdditions(): Set<string> {
  return new Set(usePendingChanges(ADDITION_KEY).map(({ productId }) => productId));
}

/** Whether what the shopper asked for last takes a product out of the cart, and is still on its way. */
export function isBeingRemoved(queryClient: QueryClient, productId: string): boolean {
  const last = queryClient
    .getMutationCache()
    .findAll({ mutationKey: CHANGE_KEY, status: 'pending' })
    .map(changeOf)
    .findLast((change) => change.productId === productId);
  return last?.qty === 0;
}

function usePendingChanges(mutationKey: string[]): CartChangeBody[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: changeOf,
  });
}

/** The keys above belong to mutations of this file alone, whose variables these are. */
function changeOf({ state }: Mutation): CartChangeBody {
  return state.variables as CartChangeBody;
}
