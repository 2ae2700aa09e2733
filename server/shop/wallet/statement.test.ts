import { expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { cancelOrderPath, paths } from '../../../contract/paths.ts';
import type { WalletEntry } from '../../../contract/wallet.ts';
import { changeBalance } from '../../operations/accounts/wallet.ts';
import { changeAsOperator } from '../../operations/orders/orders.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { openTestShop, type TestShopper } from '../../testing/test-shop.ts';
import { type ReadyShopper, shoppingIn } from '../orders/shopping.testing.ts';

const shop = await openTestShop();
const { checkout, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });

async function orderPens(as: ReadyShopper, qty: number) {
  // Movements of the same millisecond have no defined order.
  shop.pass(1_000);
  await put(as, 'pen', qty);
  const { orderId, number } = (await checkout(as, as)).json();
  return { id: orderId, number };
}

/** All pages from this address on. */
async function readPages(as: TestShopper, url: string): Promise<WalletEntry[][]> {
  const reply = await shop.call('GET', url, { as });
  expect(reply.statusCode).toBe(200);
  const next = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
  return [reply.json(), ...(next === undefined ? [] : await readPages(as, next))];
}

test('a statement has every movement, newest first, what it was for, and the balance after it', async () => {
  const as = await readyShopper({});
  const cancelled = await orderPens(as, 2);
  const shipped = await orderPens(as, 3);
  shop.pass(1_000);
  await shop.call('POST', cancelOrderPath(cancelled.id), { as });
  const change = { orderId: shipped.id, amountCents: 5 };
  await changeAsOperator(shop.services, { orderId: shipped.id, action: 'ship' });
  shop.pass(1_000);
  await changeAsOperator(shop.services, { ...change, action: 'refund' });
  const operation = { account: as.username, note: 'A private note' };
  shop.pass(1_000);
  await changeBalance(shop.services, { ...operation, amountCents: 700 });
  shop.pass(1_000);
  await changeBalance(shop.services, { ...operation, amountCents: -1_000, isPaid: true });

  const reply = await shop.call('GET', paths.walletEntries, { as });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).not.toHaveProperty('link');
  const made = { id: expect.any(String), at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };
  expect(reply.json()).toEqual([
    { ...made, kind: 'payment', amount: -10, balance: 4993.9 },
    { ...made, kind: 'gift', amount: 7, balance: 5003.9 },
    { ...made, kind: 'refund', amount: 0.05, balance: 4996.9, order: shipped },
    { ...made, kind: 'cancellation', amount: 2.1, balance: 4996.85, order: cancelled },
    { ...made, kind: 'order', amount: -3.15, balance: 4994.75, order: shipped },
    { ...made, kind: 'order', amount: -2.1, balance: 4997.9, order: cancelled },
    { ...made, kind: 'gift', amount: 5000, balance: 5000 },
  ]);
  const { balance } = (await shop.call('GET', paths.wallet, { as })).json();
  expect(balance).toBe(4993.9);
});

test('a page has at most 20 movements, then a link; together they add up to the balance', async () => {
  const as = await readyShopper({});
  // The last twenty have the same time.
  for (let n = 0; n < 2; n++) await orderPens(as, 1);
  for (let n = 0; n < 20; n++) {
    await put(as, 'pen', 1);
    await checkout(as, as);
  }
  const whole = await readPages(as, paths.walletEntries);
  expect(whole.map((page) => page.length)).toEqual([20, 3]);
  const entries = whole.flat();
  expect(new Set(entries.map(({ id }) => id)).size).toBe(23);
  let cents = 0;
  for (const { amount, balance } of entries.toReversed()) {
    cents += Math.round(amount * 100);
    expect(Math.round(balance * 100)).toBe(cents);
  }
  expect(cents).toBe(500_000 - 22 * 105);
  for (const limit of [1, 7, 100]) {
    const pages = await readPages(as, `${paths.walletEntries}?limit=${limit}`);
    expect(pages.flat()).toEqual(entries);
  }
});

test.each([
  ['limit=0', messages.limitInvalid],
  ['limit=101', messages.limitInvalid],
  ['cursor=', messages.cursorInvalid],
  ['cursor=1', messages.cursorInvalid],
  ['cursor=1.2', messages.cursorInvalid],
  [`cursor=${'9'.repeat(400)}.${'0'.repeat(36)}`, messages.cursorInvalid],
])('%s is refused', async (parameters, message) => {
  const as = await shop.shopper();
  const reply = await shop.call('GET', `${paths.walletEntries}?${parameters}`, { as });
  expectRefused(reply, 400, message);
});

test('a shopper reads no movement of another, also with a cursor of theirs', async () => {
  const [one, other] = [await readyShopper({}), await shop.shopper()];
  await orderPens(one, 1);
  const [[newest] = [], [oldest] = []] = await readPages(one, `${paths.walletEntries}?limit=1`);
  const cursor = `${Date.parse(newest?.at ?? '')}.${newest?.id}`;
  const stolen = await readPages(other, `${paths.walletEntries}?cursor=${cursor}`);
  expect(stolen.flat().map(({ id }) => id)).not.toContain(oldest?.id);
  expect(stolen.flat()).toHaveLength(1);
  expectRefused(await shop.call('GET', paths.walletEntries), 401, messages.loginToContinue);
});
