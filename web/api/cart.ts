import type { Cart } from '../../contract/cart.ts';
import * as messages from '../../contract/messages.ts';
import { paths } from '../../contract/paths.ts';
import { callApi, explain, ServerRefusal, SessionEnded } from './client.ts';
import type { Query } from './kept-answer.ts';

/** Loaded only if a token exists (spec 4). */
export function cartQuery(token: string | null): Query<Cart> {
  return { key: `cart ${token}`, ask: loadCart, explain: explainCartFailure };
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
