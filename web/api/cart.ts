import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutationState,
} from '@tanstack/react-query';
import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import * as messages from '../../contract/page-messages.ts';
import { isCart } from './answers/shopper.ts';
import { load } from './client.ts';
import { badRequestMessageOr, serverMessageOr } from './failures.ts';
import { ofShopper, replaceData, type WithToken } from './of-shopper.ts';

/** The page does not refetch the cart that was requested before hydration. */
const STALE_MS = 3_000;

/** Loads the cart only if a token exists (R5.1). */
export function cartQuery(token: string | null) {
  return queryOptions({
    queryKey: ['cart', token],
    queryFn: ofShopper(token, (call) =>
      load('readCart', isCart, { ...call, early: takeEarlyCart(call.token) }),
    ),
    staleTime: STALE_MS,
    // Another tab may have changed the cart.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    meta: { explain: badRequestMessageOr(messages.cartUnreachable) },
  });
}

declare global {
  interface Window {
    /** Set by the script in the document's head. */
    earlyCart?: { token: string; response: Promise<Response> };
  }
}

function takeEarlyCart(token: string): Promise<Response> | undefined {
  const early = window.earlyCart;
  delete window.earlyCart;
  return early?.token === token ? early.response : undefined;
}

export interface CartChange extends CartChangeBody, WithToken {
  /** The product is not in the cart yet. */
  isAddition?: boolean;
}

const mutationKey = ['cart'];

/**
 * Posts an absolute quantity (R9.7). Changes run one after the other. A change that has not been
 * sent yet is dropped when a later change of the same line follows it.
 */
export const cartMutation = mutationOptions({
  mutationKey,
  scope: { id: 'cart' },
  async mutationFn(change: CartChange, { client }): Promise<Cart | undefined> {
    if (isSuperseded(client, change)) return undefined;
    const { productId, qty, token } = change;
    const body = { productId, qty };
    return load('changeCart', isCart, { body, token });
  },
  /** The answer is the whole cart and replaces it. */
  async onSuccess(cart, { token }, _result, { client }): Promise<void> {
    if (cart !== undefined) await replaceData(client, cartQuery(token).queryKey, cart);
  },
  meta: { explain: serverMessageOr(messages.cartAddUnreachable) },
});

/** The pending changes, oldest first. */
function pendingChanges(client: QueryClient): CartChange[] {
  return client.getMutationCache().findAll({ mutationKey, status: 'pending' }).map(changeOf);
}

/** Only `cartMutation` has this key, and its variables are a change. */
function changeOf({ state }: { state: { variables: unknown } }): CartChange {
  return state.variables as CartChange;
}

function isSuperseded(client: QueryClient, change: CartChange): boolean {
  const pending = pendingChanges(client);
  return pending.slice(pending.indexOf(change) + 1).some((later) => isOfLine(later, change));
}

function isOfLine(change: CartChange, line: Pick<CartChange, 'token' | 'productId'>): boolean {
  return change.token === line.token && change.productId === line.productId;
}

/** The quantity of the latest pending change of a product. */
export function pendingQuantity(
  client: QueryClient,
  line: Pick<CartChange, 'token' | 'productId'>,
): number | undefined {
  return pendingChanges(client).findLast((change) => isOfLine(change, line))?.qty;
}

/** This shopper's pending changes, oldest first. */
export function usePendingChanges(token: string | null): CartChange[] {
  const changes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: changeOf,
  });
  return changes.filter((change) => change.token === token);
}
