import { toDollars } from '../../contract/money.ts';
import type { CheckoutReply } from '../../contract/orders.ts';
import { paths } from '../../contract/paths.ts';
import type { OrderAsked } from '../session/pending-order.ts';
import { readSession } from '../session/session.ts';
import { loadCart } from './cart.ts';
import { callApi, NoAnswer, ServerRefusal, SessionEnded } from './client.ts';

/**
 * Longer than any wait that the server itself ends with an answer: 12 seconds for a statement of
 * PostgreSQL, 10 for SQLite's write lock.
 */
const DEADLINE_MS = 20_000;
/** As long as a press on PLACE ORDER is taken for an order; afterwards it is only asked about. */
const PRESS_COUNTS_MS = 30 * 60_000;

export interface OrderPlaced {
  /** Any success is one; a backend other than ours may tell less of it, or nothing. */
  reply: Partial<CheckoutReply>;
  /** The answer that was given before, to this key. */
  isReplayed: boolean;
}

/**
 * Sends the order, for the first time or again: with the same key it is placed once, however often
 * it is sent.
 * @throws ServerRefusal, SessionEnded, or anything else where no answer came; see `isRefused`
 */
export async function sendOrder(order: OrderAsked, isAgain: boolean): Promise<OrderPlaced> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  try {
    const isWanted = !isAgain || (await isStillWanted(order, deadline.signal));
    if (readSession().username !== order.username) throw new SessionEnded();
    const { data, headers } = await callApi(paths.checkout, {
      method: 'POST',
      body: { addressId: order.addressId },
      headers: {
        'idempotency-key': order.key,
        // No cart costs nothing: with this an order that was placed is told, and no new one is.
        'expected-total': String(isWanted ? toDollars(order.totalCents) : 0),
      },
      authorised: true,
      anyBody: true,
      // Ours sends nowhere else; a hotel's network does, to a page that is no success.
      redirect: 'error',
      signal: deadline.signal,
    });
    return {
      reply: typeof data === 'object' && data !== null ? data : {},
      isReplayed: headers.has('idempotency-replayed'),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing happened since the press that makes another order of it. */
async function isStillWanted(order: OrderAsked, signal: AbortSignal): Promise<boolean> {
  const cart = await loadCart(signal).catch((error) => {
    // A refusal of the cart says nothing about the order.
    throw error instanceof ServerRefusal ? new NoAnswer() : error;
  });
  return (
    Date.now() - order.pressedAt < PRESS_COUNTS_MS &&
    readSession().balanceCents === order.balanceCents &&
    quantities(cart) === quantities(order.lines)
  );
}

function quantities(lines: { productId: string; qty: number }[]): string {
  return JSON.stringify(lines.map(({ productId, qty }) => [productId, qty]));
}

/** What stands between a shopper and the shop, and a shop that is too busy to look. */
const NOT_LOOKED_AT = new Set([408, 425, 429]);

/** The shop said no, in its own words: nothing was ordered. Anything else may come from elsewhere. */
export function isRefused(error: unknown): error is ServerRefusal {
  return (
    error instanceof ServerRefusal &&
    error.message !== '' &&
    error.status < 500 &&
    !NOT_LOOKED_AT.has(error.status)
  );
}
