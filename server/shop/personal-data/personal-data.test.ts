import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { cancelOrderPath, orderPath, paths } from '../../../contract/paths.ts';
import { exportAccount } from '../../operations/accounts/export.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { changeAsOperator } from '../../operations/orders/orders.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { noOutbox } from '../../platform/webhooks/outbox.ts';
import { stopPoolClock } from '../../testing/pool-clock.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop, PASSWORD, type TestShopper } from '../../testing/test-shop.ts';
import { provePassword } from '../accounts/proof.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { hashToken } from '../session/authentication.ts';
import { writeExport } from './export.ts';
import { BATCH_SIZE } from './export-orders.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { addAddress, checkout, put } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
afterEach(() => expectLedgerBalanced(db));

const remove = (as: TestShopper | undefined, body: object) =>
  shop.call('DELETE', paths.user, { as, body });
const login = (username: string, password = PASSWORD) =>
  shop.call('POST', paths.login, { body: { username, password } });

async function orderPens(as: TestShopper, qty: number): Promise<string> {
  await put(as, 'pen', qty);
  return (await checkout(as, { addressId: await addAddress(as, '1 Kestrel Mews') })).json().orderId;
}

test('the account says its name, since when, its balance, and how many orders are not shipped', async () => {
  const as = await shop.shopper('Wilhelmina');
  await orderPens(as, 2);
  await shop.call('POST', cancelOrderPath(await orderPens(as, 1)), { as });
  expect((await shop.call('GET', paths.user, { as })).json()).toEqual({
    username: 'Wilhelmina',
    registeredAt: expect.stringMatching(/^20\d\d-.*Z$/),
    balance: 4_997.9,
    openOrders: 1,
    recoveryCodes: 0,
  });
});

test('the download is what operators export', async () => {
  const [as, other] = [await shop.shopper(), await shop.shopper()];
  await orderPens(other, 9);
  const orderId = await orderPens(as, 2);
  await put(as, 'pen', 3);
  const note = 'Left with a neighbour';
  await changeAsOperator(shop.services, { orderId, action: 'ship', note });
  const reply = await shop.call('GET', paths.accountExport, { as });
  expect(reply.headers['content-disposition']).toBe('attachment; filename="account.json"');
  expect(reply.json()).toEqual(await exportAccount(db, as.username));
  expect(reply.json()).toMatchObject({
    account: { username: as.username },
    cart: [{ productId: 'pen', qty: 3 }],
    orders: [{ id: orderId, history: [{ kind: 'shipped', note }] }],
  });
  expect(reply.body).not.toContain(other.username);
});

test('a download has all orders, and reads a few at a time', async () => {
  const as = await shop.shopper();
  const placed: string[] = [];
  const addressId = await addAddress(as, '1 Kestrel Mews');
  for (let n = 0; n < 101; n++) {
    await put(as, 'pen', 1);
    placed.push((await checkout(as, { addressId })).json().orderId);
  }
  const { orders, ledger } = (await shop.call('GET', paths.accountExport, { as })).json();
  expect(orders.map(({ id }: { id: string }) => id)).toEqual(placed);
  const transactions = new Set(
    ledger.map(({ transaction }: { transaction: string }) => transaction),
  );
  expect(transactions.size).toBe(1 + placed.length);

  // No more than a part of them is in memory at the same time.
  let most = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length);
      return result;
    },
  });
  const parts = await Array.fromAsync(writeExport(counting, as.userId));
  expect(parts.length).toBeGreaterThan(10);
  expect(most).toBeLessThanOrEqual(2 * BATCH_SIZE);
});

test('downloads are limited for each account', async () => {
  const busy = await openTestShop({ authRateLimit: 600 });
  const [as, other] = [await busy.shopper(), await busy.shopper()];
  const download = (as: TestShopper) => busy.call('GET', paths.accountExport, { as });
  expect((await download(as)).statusCode).toBe(200);
  expect((await download(as)).statusCode).toBe(200);
  expectRefused(await download(as), 429, messages.tooManyRequests);
  expect((await download(other)).statusCode).toBe(200);
});

describe('a deleted account', () => {
  test('is logged out everywhere, and its name is free; the shop keeps the money', async () => {
    const as = await shop.shopper('Bartholomew');
    const elsewhere = (await login('Bartholomew')).json();
    const reply = await remove(as, { currentPassword: PASSWORD, forfeit: 5_000 });
    expect(reply.json()).toEqual({ forfeited: 5_000 });
    for (const session of [as, elsewhere]) {
      const cart = await shop.call('GET', paths.cart, { as: session });
      expectRefused(cart, 401, messages.sessionExpired);
    }
    expectRefused(await login('Bartholomew'), 400, messages.credentialsWrong);
    const body = { username: 'Bartholomew', password: PASSWORD };
    expect((await shop.call('POST', paths.register, { body })).statusCode).toBe(201);
    const exported = await exportAccount(db, as.userId);
    expect(exported.account.username).toMatch(/^erased-/);
    expect(exported.ledger.map(({ account }) => account).toSorted()).toEqual([
      'forfeits',
      'grants',
      'wallet',
      'wallet',
    ]);
  });

  test('keeps orders that are shipped, without the address', async () => {
    const as = await shop.shopper();
    const orderId = await orderPens(as, 2);
    await changeAsOperator(shop.services, { orderId, action: 'ship' });
    const reply = await remove(as, { currentPassword: PASSWORD, forfeit: 4_997.9 });
    expect(reply.json()).toEqual({ forfeited: 4_997.9 });
    const { orders } = await exportAccount(db, as.userId);
    expect(orders).toMatchObject([{ id: orderId, address: '', total: 2.1 }]);
  });

  test.runIf(engine === 'sqlite')('is not in the files of the database', async () => {
    const { DATA_DIR: folder = '' } = shop.database.env;
    const files = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join('\n');
    const as = await shop.shopper('Ferdinand');
    await addAddress(as, '22 Kestrel Mews');
    expect(files()).toMatch(/22 kestrel/i);
    await remove(as, { currentPassword: PASSWORD, forfeit: 5_000 });
    expect(files()).not.toMatch(/ferdinand|22 kestrel/i);
  });
});

describe('nothing is deleted', () => {
  test.each<[string, object, number, string]>([
    ['without the password', { forfeit: 5_000 }, 400, messages.currentPasswordRequired],
    [
      'with a wrong one',
      { currentPassword: 'wrong horse', forfeit: 5_000 },
      400,
      messages.currentPasswordWrong,
    ],
    [
      'without a word on the money',
      { currentPassword: PASSWORD },
      409,
      messages.walletHas('$5000'),
    ],
    [
      'for another amount than there is',
      { currentPassword: PASSWORD, forfeit: 4_999.99 },
      409,
      messages.walletHas('$5000'),
    ],
    [
      'for an amount that is no number',
      { currentPassword: PASSWORD, forfeit: '5000' },
      400,
      messages.forfeitInvalid,
    ],
    ['with a password that is no text', { currentPassword: 7 }, 400, messages.passwordNotText],
  ])('%s', async (_, body, status, message) => {
    const as = await shop.shopper();
    const before = await exportAccount(db, as.userId);
    expectRefused(await remove(as, body), status, message);
    expect(await exportAccount(db, as.userId)).toMatchObject({
      account: before.account,
      ledger: before.ledger,
      sessions: before.sessions,
    });
  });

  test('while an order is not shipped', async () => {
    const as = await shop.shopper();
    const orderId = await orderPens(as, 1);
    const reply = await remove(as, { currentPassword: PASSWORD, forfeit: 4_998.95 });
    expectRefused(reply, 409, messages.ordersNotShipped(1));
    expect((await shop.call('GET', orderPath(orderId), { as })).json().address).not.toBe('');
  });

  test('without a token', async () => {
    for (const [method, path] of [
      ['GET', paths.user],
      ['GET', paths.accountExport],
      ['DELETE', paths.user],
    ] as const) {
      const body = method === 'DELETE' ? { currentPassword: PASSWORD } : undefined;
      expectRefused(await shop.call(method, path, { body }), 401, messages.loginToContinue);
    }
  });

  test('if the deletion fails halfway', async () => {
    const failing = await openTestShop({
      outbox: {
        ...noOutbox,
        add: async () => {
          throw new Error('The outbox is out of order');
        },
      },
    });
    const as = await failing.shopper();
    const before = await exportAccount(failing.services.db, as.userId);
    const body = { currentPassword: PASSWORD, forfeit: 5_000 };
    expect((await failing.call('DELETE', paths.user, { as, body })).statusCode).toBe(500);
    expect(await exportAccount(failing.services.db, as.userId)).toMatchObject({
      account: before.account,
      wallet: { balance: 5_000 },
      ledger: before.ledger,
      sessions: before.sessions,
    });
    await expectLedgerBalanced(failing.services.db);
  });
});

test('of two deletions at once, one succeeds, and the other finds no session', async () => {
  const as = await shop.shopper();
  const body = { currentPassword: PASSWORD, forfeit: 5_000 };
  const replies = await Promise.all([remove(as, body), remove(as, body)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
});

test('a password that is checked while the account is deleted is not called wrong', async () => {
  const as = await shop.shopper();
  const shopper = { userId: as.userId, tokenHash: hashToken(as.token) };
  expect((await remove(as, { currentPassword: PASSWORD, forfeit: 5_000 })).statusCode).toBe(200);
  const services = { ...shop.services, authRateLimit: 0 };
  const body = { currentPassword: PASSWORD };
  const proving = provePassword(services, { ip: '192.0.2.9', headers: {}, shopper, body });
  await expect(proving).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});

test('of parallel guesses of the password, ten are answered', async () => {
  stopPoolClock();
  const as = await shop.shopper();
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => remove(as, { currentPassword: `wrong horse ${n}` })),
  );
  const statuses = guesses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});
