import { mutationOptions } from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import { toDollars } from '../../contract/money.ts';
import type { CheckoutReply } from '../../contract/orders.ts';
import { isCheckoutReply } from '../api/answers/screens.ts';
import { isCart } from '../api/answers/shopper.ts';
import { ApiError, callApi, load, NetworkError } from '../api/client.ts';
import { serverMessageOr } from '../api/failures.ts';
import type { WithToken } from '../api/of-shopper.ts';
import { readSession } from '../session/session.ts';
import type { OrderAttempt } from './order-state.ts';

/** Longer than the server takes to reply to any request, even if its database is slow. */
const TIMEOUT_MS = 20_000;
/** How long a press on PLACE ORDER may place an order. Later requests only ask for the outcome. */
const PRESS_COUNTS_MS = 30 * 60_000;

/** The reply of another backend may lack any of its fields. */
export type OrderPlaced = Partial<CheckoutReply>;

interface OrderRequest extends WithToken {
  order: OrderAttempt;
  /** The order was sent before, and may have been placed. */
  isAgain: boolean;
  /** The shopper asked for this request, so a failure shows a toast. */
  isByShopper: boolean;
}

export const orderMutation = mutationOptions({
  mutationKey: ['order'],
  mutationFn: sendOrder,
  meta: {
    explain(error, variables) {
      // Only `orderMutation` uses this function, and its variables are an OrderRequest.
      const { isByShopper } = variables as OrderRequest;
      return isByShopper || isRefused(error)
        ? serverMessageOr(messages.checkoutUnreachable)(error)
        : undefined;
    },
  },
});

/** Sends the order, for the first time or again. The server places it once for one key. */
async function sendOrder({ order, token, isAgain }: OrderRequest): Promise<OrderPlaced> {
  const isWanted = !isAgain || (await isStillWanted(order, token));
  const { data } = await callApi('placeOrder', {
    body: { addressId: order.addressId },
    headers: {
      'idempotency-key': order.key,
      'expected-total': String(toDollars(order.totalCents)),
      ...(!isWanted && { 'only-if-placed': 'true' }),
    },
    token,
    anyBody: true,
    // The shop never redirects this request. A captive portal does, and its page is no reply of the shop.
    redirect: 'error',
    timeoutMs: TIMEOUT_MS,
  });
  // Any success means that the order is placed.
  return isCheckoutReply(data) ? data : {};
}

/** Returns false if the press is too old, or if the balance or the cart has changed since. */
async function isStillWanted(order: OrderAttempt, token: string): Promise<boolean> {
  const cart = await load('readCart', isCart, { token }).catch((error) => {
    // An error of the cart's request says nothing about the order.
    throw error instanceof ApiError ? new NetworkError('No cart', { cause: error }) : error;
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

/** Statuses of a proxy in front of the shop, or of a shop that is too busy to process the order. */
const NOT_PROCESSED = new Set([408, 425, 429]);

/** Whether the shop itself refused the order. After any other failure the order may have been placed. */
export function isRefused(error: Error): error is ApiError {
  return (
    error instanceof ApiError &&
    error.message !== '' &&
    error.status < 500 &&
    !NOT_PROCESSED.has(error.status)
  );
}
