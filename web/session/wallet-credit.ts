/**
 * Adds the refund of a cancelled order to the stored balance exactly once, whichever tab cancelled it and whichever
 * reply reports it. No API call of the browser returns the wallet's balance after a cancellation.
 */
import { readSession, storeBalance } from './session.ts';

/** The stored balance in cents when a cancellation without a definite reply was sent, by order id. */
const unanswered = new Map<string, number>();

/** Remembers a cancellation without a reply. The order may have been cancelled. */
export function noteUnanswered(orderId: string, balanceCents: number): void {
  if (!unanswered.has(orderId)) unanswered.set(orderId, balanceCents);
}

/** Credits the refund when a reply says that its own request cancelled the order. */
export function creditCancelled(orderId: string, cents: number): void {
  unanswered.delete(orderId);
  storeBalance(readSession().balanceCents + cents);
}

/**
 * Handles a reply that says that the order was already cancelled. Credits the refund if this tab's request may have
 * cancelled it and the balance has not changed since. A changed balance may include the refund already.
 */
export function settleCancelled(orderId: string, cents: number): void {
  const before = unanswered.get(orderId);
  unanswered.delete(orderId);
  if (before === readSession().balanceCents) storeBalance(before + cents);
}
