/** How commands name orders, and show times: by the short number, in the time zone of the shop. */
import { expect, test } from 'vitest';
import { formatNumber, numberOf } from '../../server/shop/codes.ts';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart } from '../shared/process.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'lamp', costCents: 1_250, stock: 100 });
await replaceIdentity(shop.services, { name: 'Birch', timeZone: 'Asia/Kolkata' });

const shopper = await readyShopper({ lamp: 2 });
const { orderId } = (await checkout(shopper, shopper)).json();
const number = formatNumber(numberOf(orderId));
// In Kolkata it is the next day.
const placedAt = Date.UTC(2026, 10, 24, 20, 5);
await db.updateTable('orders').set({ placed_at: placedAt }).execute();

const linesOf = async (...words: string[]) =>
  (await runQkart(words, shop.database.env)).stdout.trimEnd().split('\n');

test('tables have the time zone of the shop in their heads, and JSON has UTC', async () => {
  const [head, row] = await linesOf('orders', 'list');
  expect(head).toContain('\tplaced (Asia/Kolkata)\t');
  expect(row).toContain(`${number}\t2026-11-25 01:35\t`);
  expect(await linesOf('orders', 'show', number)).toContain(
    'placed    2026-11-25 01:35 Asia/Kolkata',
  );
  const [json] = JSON.parse((await linesOf('orders', 'list', '--json')).join(''));
  expect(json.placedAt).toBe('2026-11-24T20:05:00.000Z');
  const zone = '(Asia/Kolkata)';
  for (const [words, titles] of [
    [
      ['accounts', 'list'],
      ['since', 'last order'],
    ],
    [['accounts', 'show', shopper.username], ['placed']],
    [['accounts', 'ledger', shopper.username], ['at']],
    [['catalogue', 'stock', 'lamp'], ['at']],
  ] as const) {
    const text = (await linesOf(...words)).join('\n');
    for (const title of titles) expect(text).toContain(`${title} ${zone}`);
    expect(text).not.toContain('UTC');
  }
});

test('days of --since and --until are those of the shop', async () => {
  const rows = async (...words: string[]) => (await linesOf('orders', 'list', ...words)).slice(1);
  expect(await rows('--since', '2026-11-25', '--until', '2026-11-25')).toHaveLength(1);
  expect(await rows('--until', '2026-11-24')).toHaveLength(0);
  expect(await rows('--since', '2026-11-25T01:36')).toHaveLength(0);
  expect(await rows('--since', '2026-11-24T20:05Z')).toHaveLength(1);
});

test('slips say the day on which the order was placed there', async () => {
  expect((await linesOf('orders', 'slips')).join('')).toContain('Placed November 25, 2026');
});

test('the history of stock names orders by their numbers', async () => {
  const last = (await linesOf('catalogue', 'stock', 'lamp')).at(-1);
  expect(last).toMatch(new RegExp(`\torder\t-2\t98\t${number}$`));
  const json = JSON.parse((await linesOf('catalogue', 'stock', 'lamp', '--json')).join(''));
  expect(json.at(-1)).toMatchObject({ order: number, orderId });
});
