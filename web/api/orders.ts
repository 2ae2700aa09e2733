import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import type { Order } from '../../contract/orders.ts';
import { CURSOR_PARAMETER, cancelOrderPath, orderPath, paths } from '../../contract/paths.ts';
import { isFoundOrder, isOrder, isOrderList } from './answers/screens.ts';
import { load, withParameters } from './client.ts';
import { serverMessageOr } from './failures.ts';
import { isMissing } from './missing.ts';
import { nextCursor } from './products.ts';
import { replaceData } from './replace-data.ts';
import { walletQuery } from './wallet.ts';

/** The first part of the query key of every list of orders. */
export const ORDERS = 'orders';

/** Hovering over the link, pressing it and arriving there send one request. */
const STALE_MS = 5_000;

export interface OrderPage {
  orders: Order[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
  /** The backend has no list of orders. */
  isMissing?: boolean;
}

/** The pages of the shopper's orders, newest first. The parameter of a page is its cursor. */
export function ordersQuery(token: string | null) {
  return infiniteQueryOptions({
    queryKey: [ORDERS, token],
    queryFn:
      token === null ? skipToken : ({ pageParam, signal }) => fetchPage(token, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: OrderPage) => next,
    staleTime: STALE_MS,
    // Another tab or the shop may have changed the orders.
    refetchOnWindowFocus: 'always',
    meta: { explain: serverMessageOr(messages.ordersUnreachable) },
  });
}

async function fetchPage(token: string, cursor: string, signal: AbortSignal): Promise<OrderPage> {
  const parameters = new URLSearchParams(cursor === '' ? {} : { [CURSOR_PARAMETER]: cursor });
  try {
    const path = withParameters(paths.orders, parameters);
    const { data, headers } = await load(path, isOrderList, { token, signal });
    return { orders: data, next: nextCursor(headers) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { orders: [], next: undefined, isMissing: true };
  }
}

/** An order by the number of its invoice, or of a credit note. */
export function invoiceQuery(token: string | null, number: string) {
  return queryOptions({
    queryKey: ['order of invoice', token, number],
    queryFn:
      token === null
        ? skipToken
        : async ({ signal }) =>
            (await load(orderPath(number), isFoundOrder, { token, signal })).data,
    meta: {
      explain: (error) =>
        isMissing(error) ? undefined : serverMessageOr(messages.ordersUnreachable)(error),
    },
  });
}

const INVOICE_POLL_MS = 10_000;
const INVOICE_POLLS_MAX = 12;

/** The order that was just placed, asked for until its invoice is issued. Null before. */
export function placedOrderQuery(token: string | null, orderId: string | undefined) {
  return queryOptions({
    queryKey: ['placed order', token, orderId],
    queryFn:
      token === null || orderId === undefined
        ? skipToken
        : async ({ signal }): Promise<Order | null> =>
            (await load(orderPath(orderId), isOrder, { token, signal })).data,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => {
      const isOver = state.data?.invoice !== undefined || state.error !== null;
      return isOver || state.dataUpdateCount > INVOICE_POLLS_MAX ? false : INVOICE_POLL_MS;
    },
    // Another backend may have no orders, or no invoices.
    meta: { explain: () => undefined },
  });
}

export interface Cancellation {
  /** The session's token at the moment of the click. */
  token: string;
  orderId: string;
}

export const cancelOrderMutation = mutationOptions({
  mutationFn: async ({ token, orderId }: Cancellation) =>
    (await load(cancelOrderPath(orderId), isOrder, { method: 'POST', token })).data,
  /** The order may have been cancelled even if the call failed. */
  onSettled: (_order, _error, { token }, _result, { client }) =>
    client.invalidateQueries(walletQuery(token)),
  meta: {
    explain: (error) =>
      isMissing(error) ? undefined : serverMessageOr(messages.orderCancelUnreachable)(error),
  },
});

/** Replaces an order in the loaded pages of the list. */
export async function replaceOrder(
  client: QueryClient,
  token: string,
  order: Order,
): Promise<void> {
  await replaceData(client, ordersQuery(token).queryKey, (list) => {
    const replace = (page: OrderPage) => ({
      ...page,
      orders: page.orders.map((other) => (other.id === order.id ? order : other)),
    });
    return list && { ...list, pages: list.pages.map(replace) };
  });
}
