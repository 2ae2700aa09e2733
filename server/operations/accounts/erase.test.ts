import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { orderPath, paths } from '../../../contract/paths.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { failLogins } from '../../shop/accounts/attempts/failures.testing.ts';
import { addPasskey } from '../../shop/accounts/passkeys/passkeys.testing.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import type { Settlement } from '../../shop/personal-data/erase.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { changeAsOperator } from '../orders/orders.ts';
import { resetPassword } from './access.ts';
import { eraseAccount } from './erase.ts';
import { exportAccount } from './export.ts';
import { changeBalance } from './wallet.ts';

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
const erase = (account: string, settlement: Settlement | undefined = 'forfeits') =>
  eraseAccount(operator, own, account, settlement);

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
  const note = `Sorry, ${person}`;
  await changeBalance(services, { account: person, amountCents: 7, note, key: `key of ${person}` });
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
      wallet: { balance: 0 },
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

  test('has no row left in any table but those of its orders and its money', async () => {
    const { as, orderId } = await customer('Leopoldine', '19 Kestrel Mews');
    await finish(orderId, 'Leopoldine');
    const body = { username: 'Leopoldine', password: PASSWORD };
    await shop.call('POST', paths.login, { body });
    const code = { code_hash: 'code', user_id: as.userId, created_at: 1, used_at: null };
    await db.insertInto('recovery_codes').values(code).execute();
    await addPasskey(shop, as);
    const before = await tablesOf(as.userId);
    await erase('Leopoldine');
    const kept = ['events', 'ledger_entries', 'orders', 'wallets'];
    expect(await tablesOf(as.userId)).toEqual(before.filter((name) => kept.includes(name)));
    // So the test covers every table that names a user.
    expect(before).toEqual((await tablesWithUsers()).filter((name) => name !== 'events'));
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

async function tablesWithUsers(): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const named = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id'));
  return named.map(({ name }) => name).toSorted();
}

/** The tables that have rows of this user. */
async function tablesOf(userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tablesWithUsers()) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where user_id = ${userId} limit 1`.execute(db);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

function filesOfDatabase(): string {
  const { DATA_DIR: folder = '' } = database.env;
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

describe('money in the wallet', () => {
  test('keeps the account from being erased until somebody says what becomes of it', async () => {
    const { as } = await customerWithoutOrders('Rosalinde');
    const refused = eraseAccount(operator, own, 'Rosalinde');
    await expect(refused).rejects.toThrow(
      '"Rosalinde" has $5000: add --paid-out if you have paid it out, or --forfeit to book it as income.',
    );
    expect((await shop.call('GET', paths.cart, { as })).statusCode).toBe(200);
  });

  test.each(['forfeits', 'received'] as const)('is booked into %s', async (settlement) => {
    const { as } = await customerWithoutOrders(`settled-${settlement}`);
    expect(await erase(as.userId, settlement)).toMatchObject({ settledCents: 500_000 });
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['account', 'amount_cents'])
      .where('user_id', '=', as.userId)
      .where('account', '=', settlement)
      .execute();
    expect(entries).toEqual([{ account: settlement, amount_cents: 500_000 }]);
  });

  test('that is nothing needs no word', async () => {
    const { as } = await customerWithoutOrders('Penniless');
    await changeBalance(services, { account: as.userId, amountCents: -500_000, note: 'Back' });
    expect(await eraseAccount(operator, own, as.userId)).toMatchObject({ settledCents: 0 });
  });
});

async function customerWithoutOrders(username: string) {
  return { as: await shop.shopper(username) };
}

describe('after the erasure', () => {
  test('nothing of the account can be changed, and repeating it only empties the log', async () => {
    const { as, orderId } = await customer('Theodosia', '24 Kestrel Mews');
    await finish(orderId, 'Theodosia');
    const { pseudonym } = await erase('Theodosia');
    const gone = /was erased; it can't be changed any more/;
    const refund = { orderId, action: 'refund', note: 'For Theodosia' } as const;
    await expect(changeAsOperator(services, refund)).rejects.toThrow(gone);
    const credit = { account: as.userId, amountCents: 5, note: 'For Theodosia' };
    await expect(changeBalance(services, credit)).rejects.toThrow(gone);
    await expect(resetPassword(services, as.userId, PASSWORD)).rejects.toThrow(gone);
    expect(await eraseAccount(operator, own, as.userId)).toEqual({
      id: as.userId,
      pseudonym,
      settledCents: 0,
      isRepeated: true,
      isLogEmpty: true,
    });
  });

  test.runIf(engine === 'sqlite')(
    'copies in the log are reported while somebody reads',
    async () => {
      const { as } = await customerWithoutOrders('Marguerite');
      const { DATA_DIR: folder = '' } = database.env;
      const reader = new DatabaseSync(join(folder, 'shop.db'));
      reader.exec('begin');
      reader.prepare('select * from users').all();
      expect(await erase('Marguerite')).toMatchObject({ isRepeated: false, isLogEmpty: false });
      reader.close();
      expect(await erase(as.userId)).toMatchObject({ isRepeated: true, isLogEmpty: true });
      expect(filesOfDatabase()).not.toMatch(/marguerite/i);
    },
  );

  test('the next owner of the name has no device and no failed login', async () => {
    const { as } = await customerWithoutOrders('Cordelia');
    const body = { username: 'Cordelia', password: PASSWORD };
    const login = await shop.call('POST', paths.login, { body });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    await failLogins(services, 9, { username: 'Cordelia', from: '192.0.2.8' });
    await erase(as.userId);
    await shop.call('POST', paths.register, { body: { ...body, password: 'a new secret' } });
    expect(await exportAccount(db, 'Cordelia')).toMatchObject({ devices: [], failedLogins: [] });
    await shop.call('POST', paths.login, { body, headers: { cookie }, from: '192.0.2.9' });
    const { failedLogins } = (await exportAccount(db, 'Cordelia')) as { failedLogins: object[] };
    // They count as a stranger's failures, not as a known device's.
    expect(failedLogins).toContainEqual(expect.objectContaining({ from: '192.0.2.9' }));
  });
});

test('nothing is erased while an order that is not shipped needs its address', async () => {
  const { as, orderId } = await customer('Guinevere', '23 Kestrel Mews');
  const before = await exportAccount(db, 'Guinevere');
  await expect(erase('Guinevere')).rejects.toThrow(
    '1 order is not shipped yet: it must be shipped or cancelled first',
  );
  expect(await exportAccount(db, 'Guinevere')).toEqual(before);
  expect((await shop.call('GET', orderPath(orderId), { as })).json().address).toBe(
    '23 Kestrel Mews',
  );
});
