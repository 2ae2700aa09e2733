/**
 * Adds what a cancelled order gives back to the stored balance: once, whichever tab asked and whichever answer
 * tells it. No call of the browser's returns the wallet's balance after a cancellation.
 */
import { readSession, storeBalance } from './session.ts';

/** Cancellations without a definite answer: the stored balance when they were sent, in cents, by order id. */
const unanswered = new Map<string, number>();

/** The order may have been cancelled, or not. */
export function noteUnanswered(orderId: string, balanceCents: number): void {
  if (!unanswered.has(orderId)) unanswered.set(orderId, balanceCents);
}

/** For the one answer that says that the order was cancelled by this request. */
export function creditCancelled(orderId: string, cents: number): void {
  unanswered.delete(orderId);
  storeBalance(readSession().balanceCents + cents);
}

/**
 * For an order that was cancelled before it was asked about: credits it where the request that did it may have
 * been this tab's, and the balance is still the one of that time. Another balance may know of it already.
 */
export function settleCancelled(orderId: string, cents: number): void {
  const before = unanswered.get(orderId);
  unanswered.delete(orderId);
  if (before === readSession().balanceCents) storeBalance(before + cents);
}
