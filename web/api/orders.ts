import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  skipToken,
} from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import type { Order } from '../../contract/orders.ts';
import { CURSOR_PARAMETER, cancelOrderPath, paths } from '../../contract/paths.ts';
import { readSession } from '../session/session.ts';
import { creditCancelled, noteUnanswered, settleCancelled } from '../session/wallet-credit.ts';
import { ApiError, callApi, NetworkError, withParameters } from './client.ts';
import { serverMessageOr } from './failures.ts';
import { centsOf } from './money.ts';
import { nextCursor } from './products.ts';

/** The first part of every key of orders. */
export const ORDERS = 'orders';

/** Pointing at the link, pressing and arriving there ask once. */
const STALE_MS = 5_000;

export interface OrderPage {
  orders: Order[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
  /** This backend has no list of orders. */
  isMissing?: boolean;
}

/** The shopper's orders, newest first, page by page. The parameter of a page is the cursor that it begins at. */
export function ordersQuery(token: string | null) {
  return infiniteQueryOptions({
    queryKey: [ORDERS, token],
    queryFn:
      token === null ? skipToken : ({ pageParam, signal }) => fetchPage(token, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: OrderPage) => next,
    staleTime: STALE_MS,
    // They may have been changed in another tab, or by the shop.
    refetchOnWindowFocus: 'always',
    meta: { explain: serverMessageOr(messages.ordersUnreachable) },
  });
}

async function fetchPage(token: string, cursor: string, signal: AbortSignal): Promise<OrderPage> {
  const parameters = new URLSearchParams(cursor === '' ? {} : { [CURSOR_PARAMETER]: cursor });
  try {
    const { data, headers } = await callApi(withParameters(paths.orders, parameters), {
      token,
      signal,
    });
    const orders = data as Order[];
    for (const order of orders) settle(order, token);
    return { orders, next: nextCursor(headers) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { orders: [], next: undefined, isMissing: true };
  }
}

/** Another backend has none of these calls. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export interface Cancellation {
  /** The session's at the moment of the click. */
  token: string;
  orderId: string;
}

/** Cancellations run one after the other, so that each finds the balance that the one before has left. */
export const cancelOrderMutation = mutationOptions({
  scope: { id: ORDERS },
  async mutationFn({ token, orderId }: Cancellation): Promise<Order> {
    const { balanceCents } = readSession();
    try {
      const { data, headers } = await callApi(cancelOrderPath(orderId), { method: 'POST', token });
      const order = data as Order;
      if (headers.has('idempotency-replayed')) settle(order, token);
      else credit(order, token);
      return order;
    } catch (error) {
      if (mayBeDone(error)) noteUnanswered(orderId, balanceCents);
      throw error;
    }
  },
  meta: {
    explain: (error) =>
      isMissing(error) ? undefined : serverMessageOr(messages.orderCancelUnreachable)(error),
  },
});

function mayBeDone(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

function credit({ id, refunded }: Order, token: string): void {
  if (readSession().token === token) creditCancelled(id, centsOf(refunded));
}

function settle({ id, status, refunded }: Order, token: string): void {
  if (status === 'cancelled' && readSession().token === token) {
    settleCancelled(id, centsOf(refunded));
  }
}

/** Replaces an order wherever it stands in the list. */
export async function replaceOrder(
  client: QueryClient,
  token: string,
  order: Order,
): Promise<void> {
  const { queryKey } = ordersQuery(token);
  // A list that was asked for before must not replace this one.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (list) => {
    const replace = (page: OrderPage) => ({
      ...page,
      orders: page.orders.map((other) => (other.id === order.id ? order : other)),
    });
    return list && { ...list, pages: list.pages.map(replace) };
  });
}
