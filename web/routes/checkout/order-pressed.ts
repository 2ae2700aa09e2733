/** An order in the browser's terms: what is asked for, and what is made of the answer. */
import { toDollars } from '../../../contract/money.ts';
import type { OrderPlaced } from '../../api/checkout.ts';
import type { OrderAsked } from '../../session/pending-order.ts';
import { readSession } from '../../session/session.ts';
import type { OrderDraft } from './order-checks.ts';

/** What is on the screen at this press, and a key for it; nothing where nobody is logged in. */
export function orderPressed({ cart, selectedId }: OrderDraft): OrderAsked | undefined {
  const { username, balanceCents } = readSession();
  if (username === null || selectedId === undefined) return undefined;
  return {
    key: newKey(),
    username,
    addressId: selectedId,
    totalCents: cart.totalCents,
    balanceCents,
    lines: cart.lines.map(({ productId, qty, product }) => ({
      productId,
      name: product?.name ?? '',
      cost: product?.cost ?? 0,
      qty,
    })),
    pressedAt: Date.now(),
  };
}

/** 128 random bits. Not `randomUUID`, which plain http beyond localhost doesn't have. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Cents. */
export function balanceAfter({ reply, isReplayed }: OrderPlaced, order: OrderAsked): number {
  const { balanceCents } = readSession();
  if (reply.balance === undefined) return balanceCents - order.totalCents;
  const told = Math.round(reply.balance * 100);
  // An answer that is given again has the balance of its time; a later order may have been paid since.
  return isReplayed ? Math.min(told, balanceCents) : told;
}

/** What the thanks page shows: the reply, and where a backend tells less, what the shopper saw. */
export function orderShown({ reply }: OrderPlaced, order: OrderAsked) {
  return {
    orderId: reply.orderId,
    deliverBy: reply.deliverBy,
    total: reply.total ?? toDollars(order.totalCents),
    lines: reply.lines ?? order.lines,
  };
}
