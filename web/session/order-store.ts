/**
 * Keeps the order's state for all screens. The order itself is in session storage from before it is sent until
 * its reply is definite, so that a reload or a crash does not lose its idempotency key.
 */
import { useSyncExternalStore } from 'react';
import {
  noOrder,
  type OrderAttempt,
  type OrderEvent,
  type OrderState,
  orderReducer,
} from './order-state.ts';
import { readSession, subscribeToSession } from './session.ts';
import { sessionStore } from './storage.ts';

const STORED = 'order';

const listeners = new Set<() => void>();
/** Undefined until session storage has been read. */
let current: OrderState | undefined;

export function readOrder(): OrderState {
  if (current === undefined) {
    const order = parseOrder(sessionStore.getItem(STORED));
    current = order ? orderReducer(noOrder, { type: 'found', order }) : noOrder;
  }
  return current;
}

/** @returns undefined if the text is not JSON */
function parseOrder(text: string | null): OrderAttempt | undefined {
  try {
    // Only this file writes the stored text, so its shape is known.
    return (JSON.parse(text ?? 'null') as OrderAttempt | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function dispatchOrder(event: OrderEvent): void {
  const next = orderReducer(readOrder(), event);
  if (next === current) return;
  current = next;
  const isDefinite = next.status === 'none' || next.status === 'placed';
  if (isDefinite) sessionStore.removeItem(STORED);
  else sessionStore.setItem(STORED, JSON.stringify(next.order));
  for (const listener of listeners) listener();
}

/** The state of this shopper's order. */
export function useOrder(username: string | null): OrderState {
  const state = useSyncExternalStore(subscribe, readOrder, () => noOrder);
  return state.status === 'none' || state.order.username === username ? state : noOrder;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
    if (isLogout || isForeign) dispatchOrder({ type: 'dropped' });
    if (token !== null) return;
    const order = sessionStore.getItem(STORED);
    sessionStore.clear();
    if (order !== null) sessionStore.setItem(STORED, order);
  });
}
