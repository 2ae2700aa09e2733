import { expect, test } from 'vitest';
import { cancelOrderPath } from '../../../contract/paths.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { operatorOf } from '../orders/operator.testing.ts';
import { netCents, salesByLine, salesByTime } from './sales.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const { readyShopper, checkout } = shoppingIn(shop);
const operator = operatorOf(shop);
const DAY = '2040-06-15';
// The orders of a day are placed long before it ends.
shop.pass(Date.parse(DAY) - services.now());
await shop.sell({ id: 'pen', costCents: 105 });
await shop.sell({ id: 'lamp', costCents: 2_000 });
await db.updateTable('products').set({ category: 'Lamps' }).where('id', '=', 'lamp').execute();
await db.updateTable('products').set({ category: 'Pens' }).where('id', '=', 'pen').execute();

async function order(cart: Record<string, number>) {
  const shopper = await readyShopper(cart);
  const { orderId } = (await checkout(shopper, shopper)).json();
  return { shopper, orderId };
}

const ever = { from: 0, to: Number.MAX_SAFE_INTEGER };
const first = await order({ pen: 2, lamp: 1 });
await operator.change(first.orderId, 'ship');
await operator.change(first.orderId, 'refund', { lines: new Map([['pen', 1]]) });
await operator.change(first.orderId, 'refund', { amountCents: 50 });
const cancelled = await order({ pen: 4 });
await shop.call('POST', cancelOrderPath(cancelled.orderId), { as: cancelled.shopper });
const firstDay = services.now();
shop.pass(26 * 60 * 60 * 1_000);
await order({ lamp: 2 });

test('days have the orders, what was sold, cancelled and refunded, and sum up to the ledger', async () => {
  const days = await salesByTime(db, 'day', ever, 'UTC');
  const sum = (of: (day: (typeof days)[number]) => number) =>
    days.reduce((total, day) => total + of(day), 0);
  expect(days).toHaveLength(2);
  expect(days[0]).toMatchObject({
    key: DAY,
    count: 2,
    soldCents: 2_210 + 420,
    cancelledCents: 420,
    refundedCents: 155,
  });
  expect(days[1]).toMatchObject({ count: 1, soldCents: 4_000, cancelledCents: 0 });
  const entries = await db
    .selectFrom('ledger_entries')
    .select('amount_cents')
    .where('account', 'in', ['sales', 'refunds'])
    .execute();
  expect(sum(netCents)).toBe(entries.reduce((total, one) => total + one.amount_cents, 0));
});

test('months sum up days; a period has its beginning and not its end', async () => {
  const months = await salesByTime(db, 'month', ever, 'UTC');
  expect(months.reduce((total, { count }) => total + count, 0)).toBe(3);
  expect(months[0]?.key).toBe('2040-06');
  const later = await salesByTime(db, 'day', { from: firstDay + 60_000, to: ever.to }, 'UTC');
  expect(later.map(({ count }) => count)).toEqual([1]);
  expect(await salesByTime(db, 'day', { from: 0, to: 1 }, 'UTC')).toEqual([]);
});

test('a day is that of the time zone', async () => {
  const utc = (await salesByTime(db, 'day', ever, 'Etc/GMT+12'))[0]?.key ?? '';
  const kiritimati = (await salesByTime(db, 'day', ever, 'Pacific/Kiritimati'))[0]?.key ?? '';
  expect(kiritimati > utc).toBe(true);
});

test('products and categories have their units; refunds of amounts stand alone', async () => {
  expect(await salesByLine(db, 'product', ever)).toEqual([
    { key: 'lamp', count: 3, soldCents: 6_000, cancelledCents: 0, refundedCents: 0 },
    { key: 'pen', count: 2, soldCents: 630, cancelledCents: 420, refundedCents: 105 },
    { key: '(refunds of amounts)', count: 0, soldCents: 0, cancelledCents: 0, refundedCents: 50 },
  ]);
  const categories = await salesByLine(db, 'category', ever);
  expect(categories.map(({ key }) => key)).toEqual(['Lamps', 'Pens', '(refunds of amounts)']);
});
