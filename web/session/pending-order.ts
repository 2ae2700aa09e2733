/**
 * The order that this tab has asked for and not heard of, kept in session storage from before it is
 * sent until the answer is definite, so that a reload or a crash doesn't lose its key
 * (docs/decisions/025-orders-in-the-browser.md has the states).
 */
import { useSyncExternalStore } from 'react';
import type { OrderLine } from '../../contract/orders.ts';

export interface OrderAsked {
  /** The same for every try at this order. */
  key: string;
  /** Whose it is: it is never sent with another shopper's token. */
  username: string;
  addressId: string;
  /** What was shown when the button was pressed; cents. */
  totalCents: number;
  balanceCents: number;
  lines: OrderLine[];
  /** When the button was pressed; milliseconds since 1970. */
  pressedAt: number;
}

export interface PendingOrder {
  order: OrderAsked;
  /** How many answers were waited for in vain; none while the first is on its way. */
  timesLost: number;
}

const STORED = 'order';

const listeners = new Set<() => void>();
let stored: string | null = null;
let pending: PendingOrder | undefined;

/** As session storage has it now; the same object until it changes. */
function readPending(): PendingOrder | undefined {
  const now = sessionStorage.getItem(STORED);
  if (now !== stored) {
    stored = now;
    const order = parse(now);
    // The page before this one asked, and its answer is lost with it.
    pending = order && { order, timesLost: 1 };
  }
  return pending;
}

/** Nothing where somebody edited it to nonsense. */
function parse(text: string | null): OrderAsked | undefined {
  try {
    // Written by this file alone.
    return (JSON.parse(text ?? 'null') as OrderAsked | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function change(order: OrderAsked | undefined, timesLost = 0): void {
  if (order === undefined) sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, JSON.stringify(order));
  stored = sessionStorage.getItem(STORED);
  pending = order && { order, timesLost };
  for (const listener of listeners) listener();
}

/** Before it is sent. */
export function keepOrder(order: OrderAsked): void {
  change(order);
}

/** No answer, or none that says what became of it. */
export function loseAnswer({ key }: OrderAsked): void {
  const now = readPending();
  if (now?.order.key === key) change(now.order, now.timesLost + 1);
}

/** The answer is here. */
export function settleOrder({ key }: OrderAsked): void {
  if (readPending()?.order.key === key) change(undefined);
}

/** Another shopper has logged in: what became of it is none of their business. */
export function dropForeignOrder(username: string | null): void {
  const now = readPending();
  if (now !== undefined && username !== null && now.order.username !== username) change(undefined);
}

/** Clears session storage but for this: it waits for its shopper to log in again. */
export function clearTabButOrder(): void {
  const order = sessionStorage.getItem(STORED);
  sessionStorage.clear();
  if (order !== null) sessionStorage.setItem(STORED, order);
}

/** This shopper's order whose answer isn't here. */
export function usePendingOrder(username: string | null): PendingOrder | undefined {
  const now = useSyncExternalStore(subscribe, readPending, () => undefined);
  return now?.order.username === username ? now : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
