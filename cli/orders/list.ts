import { formatCents } from '../../contract/money.ts';
import {
  type DeskOrder,
  findOrders,
  type OrderFilter,
} from '../../server/operations/orders/orders.ts';
import { formatNumber } from '../../server/shop/orders/number.ts';
import { toOrder } from '../../server/shop/orders/reply.ts';
import { type ListFormat, printList } from '../list.ts';
import { readShop } from '../shop.ts';
import { formatMinute } from '../times.ts';

export async function run({ json, ...filter }: OrderFilter & { json?: true }): Promise<void> {
  await readShop((db) => printList(findOrders(db, filter), format, { json: json ?? false }));
}

const format: ListFormat<DeskOrder> = {
  columns: [
    { title: 'order', text: ({ order }) => formatNumber(order.number) },
    { title: 'placed (UTC)', text: ({ order }) => formatMinute(order.placed_at) },
    { title: 'status', text: ({ order }) => order.status },
    { title: 'total', text: ({ order }) => formatCents(order.total_cents), isRightAligned: true },
    {
      title: 'refunded',
      text: ({ order }) => (order.refunded_cents === 0 ? '' : formatCents(order.refunded_cents)),
      isRightAligned: true,
    },
    { title: 'customer', text: ({ username }) => username, mayShrink: true },
  ],
  toJson: orderToJson,
  none: 'There are no such orders.',
};

/** An order as on the wire, with its shopper's name. */
export function orderToJson(order: DeskOrder) {
  return { ...toOrder(order), customer: order.username };
}
