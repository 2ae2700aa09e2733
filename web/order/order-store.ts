/**
 * Keeps the order's state for all screens. The order itself is in session storage from before it is sent until
 * its reply is definite, so that a reload or a crash does not lose its idempotency key.
 */

import { readSession, subscribeToSession } from '../session/session.ts';
import { readStored, sessionStore } from '../session/storage.ts';
import { createStore, useStore } from '../ui/store.ts';
import type { OrderAttempt, OrderState } from './order-state.ts';

const STORED = 'order';

const noOrder: OrderState = { status: 'none' };

const store = createStore(foundOrder());

/** The state that the previous page left. */
function foundOrder(): OrderState {
  const order = readStored<OrderAttempt>(STORED);
  return order ? { status: 'unconfirmed', order, lostRequests: 1, retryAfterMs: 0 } : noOrder;
}

export const readOrder = store.read;

export function storeOrder(next: OrderState): void {
  if (next === readOrder()) return;
  const isDefinite = next.status === 'none' || next.status === 'placed';
  if (isDefinite) sessionStore.removeItem(STORED);
  else sessionStore.setItem(STORED, JSON.stringify(next.order));
  store.set(next);
}

/** The state of this shopper's order. */
export function useOrder(username: string | null): OrderState {
  const state = useStore(store, noOrder);
  return state.status === 'none' || state.order.username === username ? state : noOrder;
}

/** Whether the order is unconfirmed, even while it is being sent again. */
export function isInDoubt(state: OrderState): boolean {
  return (state.status === 'sending' || state.status === 'unconfirmed') && state.lostRequests > 0;
}

/**
 * Clears session storage when the session ends. An unconfirmed order stays until its shopper logs in again.
 * A logout drops it, and so does the login of another shopper.
 */
export function forgetWithSession(): void {
  subscribeToSession(({ isLogout }) => {
    const { token, username } = readSession();
    const state = readOrder();
    const isForeign =
      username !== null && state.status !== 'none' && state.order.username !== username;
    if (isLogout || isForeign) storeOrder(noOrder);
    if (token !== null) return;
    const order = sessionStore.getItem(STORED);
    sessionStore.clear();
    if (order !== null) sessionStore.setItem(STORED, order);
  });
}
