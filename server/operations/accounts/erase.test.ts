import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { orderPath, paths } from '../../../contract/paths.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { failLogins } from '../../shop/accounts/failures.testing.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { changeAsOperator } from '../orders/orders.ts';
import { creditAccount } from './credit.ts';
import { eraseAccount } from './erase.ts';
import { exportAccount } from './export.ts';

const shop = await openTestShop();
const { services, database } = shop;
const { db } = services;
const { addAddress, checkout, put } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
afterEach(() => expectLedgerBalanced(db));

/** The command's process has its own connection. */
const own = await openStorage({ ...database.options, exclusive: false });
afterAll(() => own.close());
const operator = { ...services, db: own.db };
const erase = (username: string) => eraseAccount(operator, own, username);

/** Creates a shopper with a failed login, an order and a cart. */
async function customer(username: string, address: string) {
  const as = await shop.shopper(username);
  await failLogins(services, 1, { username, from: '192.0.2.7' });
  await put(as, 'pen', 2);
  const addressId = await addAddress(as, address);
  const { orderId } = (await checkout(as, { addressId, key: `key-of-${username}` })).json();
  await put(as, 'pen', 1);
  return { as, orderId };
}

/** Ships the order, refunds a part, and credits the person, with notes that contain their name. */
async function finish(orderId: string, person: string): Promise<void> {
  await changeAsOperator(services, { orderId, action: 'ship', note: `Parcel for ${person}` });
  const refund = { action: 'refund', amountCents: 5, key: `ticket of ${person}` } as const;
  await changeAsOperator(services, { orderId, ...refund, note: `${person} complained` });
  await creditAccount(services, { username: person, amountCents: 7, note: `Sorry, ${person}` });
}

describe('an erased account', () => {
  test('is gone: no login, no session, no address, no cart; and its name is free', async () => {
    const { as, orderId } = await customer('Wilhelmina', '17 Kestrel Mews');
    await finish(orderId, 'Wilhelmina');
    const { pseudonym } = await erase('wilhelmina');
    expect(pseudonym).toMatch(/^erased-[0-9a-f]{16}$/);
    for (const path of [paths.cart, paths.addresses, paths.orders, paths.wallet]) {
      expect((await shop.call('GET', path, { as })).statusCode).toBe(401);
    }
    for (const username of ['Wilhelmina', pseudonym]) {
      const body = { username, password: PASSWORD };
      const login = await shop.call('POST', paths.login, { body });
      expect(login.json().message).toBe('Username or password is incorrect');
    }
    await expect(erase('Wilhelmina')).rejects.toThrow('There is no account "Wilhelmina".');
    const body = { username: 'wilhelmina', password: PASSWORD };
    expect((await shop.call('POST', paths.register, { body })).statusCode).toBe(201);
  });

  test('keeps its orders and its money under the pseudonym', async () => {
    const { orderId } = await customer('Bartholomew', '18 Kestrel Mews');
    await finish(orderId, 'Bartholomew');
    const { pseudonym } = await erase('Bartholomew');
    expect(await exportAccount(db, pseudonym)).toMatchObject({
      account: { username: pseudonym },
      wallet: { balance: 4_998.02 },
      addresses: [],
      cart: [],
      sessions: [],
      devices: [],
      failedLogins: [],
      orders: [
        {
          id: orderId,
          status: 'shipped',
          address: '',
          total: 2.1,
          refunded: 0.05,
          lines: [{ name: 'Pen', qty: 2 }],
          history: [
            { kind: 'shipped', note: null },
            { kind: 'refunded', note: null, amount: 0.05 },
          ],
        },
      ],
    });
  });

  test('does not affect other accounts', async () => {
    const [one, two] = [
      await customer('Desdemona', '20 Kestrel Mews'),
      await customer('Ermentrude', '21 Kestrel Mews'),
    ];
    await finish(one.orderId, 'Desdemona');
    await finish(two.orderId, 'Ermentrude');
    const before = await exportAccount(db, 'Ermentrude');
    await erase('Desdemona');
    expect(await exportAccount(db, 'Ermentrude')).toEqual(before);
    const order = await shop.call('GET', orderPath(two.orderId), { as: two.as });
    expect(order.json().address).toBe('21 Kestrel Mews');
  });

  test.runIf(engine === 'sqlite')('is not in the files of the database', async () => {
    const { orderId } = await customer('Ferdinand', '22 Kestrel Mews');
    await finish(orderId, 'Ferdinand');
    const traces = /ferdinand|22 kestrel/i;
    expect(filesOfDatabase()).toMatch(traces);
    await erase('Ferdinand');
    expect(filesOfDatabase()).not.toMatch(traces);
  });
});

function filesOfDatabase(): string {
  const { DATA_DIR: folder = '' } = database.env;
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

test('nothing is erased while an order that is not shipped needs its address', async () => {
  const { as, orderId } = await customer('Guinevere', '23 Kestrel Mews');
  const before = await exportAccount(db, 'Guinevere');
  await expect(erase('Guinevere')).rejects.toThrow(
    '1 order is not shipped yet: ship or cancel it first',
  );
  expect(await exportAccount(db, 'Guinevere')).toEqual(before);
  expect((await shop.call('GET', orderPath(orderId), { as })).json().address).toBe(
    '23 Kestrel Mews',
  );
});
