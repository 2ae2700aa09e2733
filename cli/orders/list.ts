import { formatCents } from '../../contract/money.ts';
import { type DeskOrder, findOrders } from '../../server/operations/orders/orders.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';
import { toOrder } from '../../server/shop/orders/reply.ts';
import { type ListFormat, printList } from '../list.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { type OrderOptions, toOrderFilter } from './filter.ts';

export async function run({ json, ...options }: OrderOptions & { json?: true }): Promise<void> {
  await readShop(async (db) => {
    const toJson = await createOrderJson(db);
    const timeZone = await readTimeZone(db);
    const found = findOrders(db, toOrderFilter(options, timeZone));
    await printList(found, { ...format, toJson }, { json, timeZone });
  });
}

export const NONE = 'There are no such orders.';

const format: Omit<ListFormat<DeskOrder>, 'toJson'> = {
  columns: [
    { title: 'order', text: ({ order }) => formatNumber(order.number) },
    { title: 'placed', time: ({ order }) => order.placed_at },
    { title: 'status', text: ({ order }) => order.status },
    { title: 'total', text: ({ order }) => formatCents(order.total_cents), isRightAligned: true },
    {
      title: 'refunded',
      text: ({ order }) => (order.refunded_cents === 0 ? '' : formatCents(order.refunded_cents)),
      isRightAligned: true,
    },
    { title: 'customer', text: ({ username }) => username, mayShrink: true },
  ],
  none: NONE,
};

/** @returns a function of an order as on the wire, with its shopper's name, and the address at which its parcel is followed */
export async function createOrderJson(db: Db) {
  const carriers = (await readIdentity(db))?.carriers;
  return (order: DeskOrder) => ({ ...toOrder(order, carriers), customer: order.username });
}
