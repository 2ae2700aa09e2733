import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import type { Order } from '../../contract/orders.ts';
import { isFoundOrder, isOrder, isOrderList } from './answers/screens.ts';
import { load } from './client.ts';
import { isMissing, serverMessageOr } from './failures.ts';
import { ofShopper, replaceData, type WithToken } from './of-shopper.ts';
import { type Page, pagesQuery } from './pages.ts';

export function ordersQuery(token: string | null) {
  return pagesQuery(token, {
    key: 'orders',
    name: 'listOrders',
    isExpected: isOrderList,
    unreachable: messages.ordersUnreachable,
  });
}

/** An order by the number of its invoice, or of a credit note. */
export function invoiceQuery(token: string | null, number: string) {
  return queryOptions({
    queryKey: ['order of invoice', token, number],
    queryFn: ofShopper(token, (call) =>
      load('readOrder', isFoundOrder, { params: { id: number }, ...call }),
    ),
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
      orderId === undefined
        ? skipToken
        : ofShopper(
            token,
            (call): Promise<Order | null> =>
              load('readOrder', isOrder, { params: { id: orderId }, ...call }),
          ),
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

export const cancelOrderMutation = mutationOptions({
  mutationFn: ({ token, orderId }: WithToken & { orderId: string }) =>
    load('cancelOrder', isOrder, { params: { id: orderId }, token }),
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
    const replace = (page: Page<Order>) => ({
      ...page,
      items: page.items.map((other) => (other.id === order.id ? order : other)),
    });
    return list && { ...list, pages: list.pages.map(replace) };
  });
}
