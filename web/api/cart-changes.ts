/** Changes of the cart that are on their way. */
import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import * as messages from '../../contract/messages.ts';
import { paths } from '../../contract/paths.ts';
import { readSession } from '../session/session.ts';
import type { Answers } from './answers.ts';
import { cartQuery } from './cart.ts';
import { callApi, toastFailure } from './client.ts';
import { Observable, useObservable } from './observable.ts';

interface CartChange extends CartChangeBody {
  /** Of a product that isn't in the cart yet. */
  isAddition?: boolean;
}

const pending = new Observable<readonly CartChange[]>([]);
/** Ends with the change that was asked for last, well or not. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Posts an absolute quantity, one after the other in the order of the clicks: the last one wins.
 * @returns whether it was made; if not, the shopper has been told
 */
export function changeCart(answers: Answers, change: CartChange): Promise<boolean> {
  pending.set([...pending.value, change]);
  const sent = last.then(() => send(answers, change));
  last = sent;
  return sent;
}

/** The answer is the whole cart and replaces it (spec 4). */
async function send(answers: Answers, change: CartChange): Promise<boolean> {
  const { productId, qty } = change;
  const { token } = readSession();
  try {
    const { data } = await callApi(paths.cart, {
      method: 'POST',
      body: { productId, qty },
      authorised: true,
    });
    answers.of(cartQuery(token)).set(data as Cart);
    return true;
  } catch (error) {
    toastFailure(error, messages.cartAddUnreachable);
    return false;
  } finally {
    pending.set(pending.value.filter((other) => other !== change));
  }
}

/** By product, what the shopper asked for last. */
export function usePendingQuantities(): Map<string, number> {
  return new Map(useObservable(pending).map(({ productId, qty }) => [productId, qty]));
}

/** The products that are on their way into the cart. */
export function usePendingAdditions(): Set<string> {
  const additions = useObservable(pending).filter(({ isAddition }) => isAddition);
  return new Set(additions.map(({ productId }) => productId));
}

/** Whether what the shopper asked for last takes a product out of the cart, and is still on its way. */
export function isBeingRemoved(productId: string): boolean {
  return pending.value.findLast((change) => change.productId === productId)?.qty === 0;
}
