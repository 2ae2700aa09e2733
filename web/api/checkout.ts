import { mutationOptions } from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import { toDollars } from '../../contract/money.ts';
import type { CheckoutReply } from '../../contract/orders.ts';
import { paths } from '../../contract/paths.ts';
import type { OrderAttempt } from '../session/order-state.ts';
import { readSession } from '../session/session.ts';
import { loadCart } from './cart.ts';
import { ApiError, callApi, NetworkError } from './client.ts';
import { serverMessageOr } from './failures.ts';

/** Longer than any wait that the server itself ends with an answer. */
const TIMEOUT_MS = 20_000;
/** How long a press on PLACE ORDER may still place an order; afterwards it is only asked about. */
const PRESS_COUNTS_MS = 30 * 60_000;

export interface OrderPlaced {
  /** Any success is one; another backend may tell less of it, or nothing. */
  reply: Partial<CheckoutReply>;
  /** The server gave this answer before, to the same key. */
  isReplayed: boolean;
}

export interface OrderRequest {
  order: OrderAttempt;
  /** The session's at the moment of the click. */
  token: string;
  /** It was sent before, and may have been placed. */
  isAgain: boolean;
  /** The shopper waits for it: a failure is told. */
  isByHand: boolean;
}

export const orderMutation = mutationOptions({
  mutationKey: ['order'],
  mutationFn: sendOrder,
  meta: {
    explain(error, variables) {
      // Only `orderMutation` uses this, and its variables are a request.
      const { isByHand } = variables as OrderRequest;
      return isByHand || isRefused(error)
        ? serverMessageOr(messages.checkoutUnreachable)(error)
        : undefined;
    },
  },
});

/** Sends the order, for the first time or again: under one key it is placed once. */
async function sendOrder({ order, token, isAgain }: OrderRequest): Promise<OrderPlaced> {
  const isWanted = !isAgain || (await isStillWanted(order, token));
  const { data, headers } = await callApi(paths.checkout, {
    method: 'POST',
    body: { addressId: order.addressId },
    headers: {
      'idempotency-key': order.key,
      // No cart costs nothing: with this, an order that was placed is told, and no new one is.
      'expected-total': String(isWanted ? toDollars(order.totalCents) : 0),
    },
    token,
    anyBody: true,
    // The shop redirects nowhere; a captive portal does, to a page that is no success.
    redirect: 'error',
    timeoutMs: TIMEOUT_MS,
  });
  return {
    reply: typeof data === 'object' && data !== null ? data : {},
    isReplayed: headers.has('idempotency-replayed'),
  };
}

/** Nothing happened since the press that would make another order of it. */
async function isStillWanted(order: OrderAttempt, token: string): Promise<boolean> {
  const cart = await loadCart(token).catch((error) => {
    // A refusal of the cart says nothing about the order.
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

/** Statuses of what stands in front of the shop, or of a shop too busy to look at the order. */
const NOT_PROCESSED = new Set([408, 425, 429]);

/** The shop refused the order in its own words. Any other failure leaves open what became of it. */
export function isRefused(error: Error): error is ApiError {
  return (
    error instanceof ApiError &&
    error.message !== '' &&
    error.status < 500 &&
    !NOT_PROCESSED.has(error.status)
  );
}
