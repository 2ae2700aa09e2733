/** Days of 23 and of 25 hours, in a shop of Berlin: sales and lists agree on them, and with the ledger. */
import { expect, test } from 'vitest';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart } from '../shared/process.testing.ts';

const shop = await openTestShop();
const { db, now } = shop.services;
const { readyShopper, checkout } = shoppingIn(shop);
await shop.sell({ id: 'pen', costCents: 100 });
await replaceIdentity(shop.services, { name: 'Birch', timeZone: 'Europe/Berlin' });

const json = async (...words: string[]) =>
  JSON.parse((await runQkart([...words, '--json'], shop.database.env)).stdout);

/** Places one order at that moment. @param pens how many pens, which are a dollar each */
async function order(moment: string, pens: number): Promise<void> {
  shop.pass(Date.parse(moment) - now());
  const shopper = await readyShopper({ pen: pens });
  expect((await checkout(shopper, shopper)).statusCode).toBe(200);
}

/** The first and the last half hour of the days around a change of the clocks. */
const moments = [
  ['2040-03-24T23:00Z', '2040-03-25'],
  ['2040-03-25T21:30Z', '2040-03-25'],
  ['2040-03-25T22:00Z', '2040-03-26'],
  ['2040-10-27T21:30Z', '2040-10-27'],
  ['2040-10-27T22:00Z', '2040-10-28'],
  ['2040-10-28T22:30Z', '2040-10-28'],
  ['2040-10-28T23:00Z', '2040-10-29'],
] as const;

test('an order belongs to its day in sales and in lists, and days and months sum up to the ledger', async () => {
  const expected = new Map<string, { orders: number; sold: number }>();
  for (const [index, [moment, day]] of moments.entries()) {
    const pens = index + 1;
    await order(moment, pens);
    const { orders, sold } = expected.get(day) ?? { orders: 0, sold: 0 };
    expected.set(day, { orders: orders + 1, sold: sold + pens });
  }
  const days = await json('sales');
  expect(days).toMatchObject([...expected].map(([key, sums]) => ({ key, ...sums })));
  for (const [day, { orders, sold }] of expected) {
    const own = await json('sales', '--from', day, '--to', day);
    expect(own, day).toMatchObject([{ key: day, orders, sold }]);
    const [pen] = await json('sales', '--by', 'product', '--from', day, '--to', day);
    expect(pen, day).toMatchObject({ key: 'pen', sold });
    expect(await json('orders', 'list', '--since', day, '--until', day), day).toHaveLength(orders);
  }
  const months = await json('sales', '--by', 'month');
  expect(months).toMatchObject([
    { key: '2040-03', net: 6 },
    { key: '2040-10', net: 22 },
  ]);
  const entries = await db
    .selectFrom('ledger_entries')
    .select('amount_cents')
    .where('account', 'in', ['sales', 'refunds'])
    .execute();
  expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(2_800);
});
