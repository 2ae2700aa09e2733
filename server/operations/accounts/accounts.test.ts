import { afterAll, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { failLogins } from '../../shop/accounts/attempts/failures.testing.ts';
import { hashPassword } from '../../shop/accounts/passwords.ts';
import { replacePassword } from '../../shop/accounts/store.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { rolledBack } from '../../testing/rolled-back.ts';
import { DAY_MS, openTestShop, PASSWORD, type TestShopper } from '../../testing/test-shop.ts';
import { endAllSessions, resetPassword } from './access.ts';
import { listAccounts, readAccount } from './store.ts';

const shop = await openTestShop();
const { db, now } = shop.services;
// The operator's process has its own connection to the database of the running shop.
const storage = await openStorage({ ...shop.database.options, exclusive: false });
afterAll(() => storage.close());
const operator = { ...shop.services, db: storage.db };
const { addAddress, checkout, put } = shoppingIn(shop);
await shop.sell({ id: 'lamp', costCents: 1_250 });

const NEW_PASSWORD = 'battery staple';
const login = ({ username }: TestShopper, password: string) =>
  shop.call('POST', paths.login, { body: { username, password } });
const statusOfCart = async (as: { token: string }) =>
  (await shop.call('GET', paths.cart, { as })).statusCode;

/** Orders one lamp to 1 High Street. @returns the order's id */
async function order(as: TestShopper): Promise<string> {
  await put(as, 'lamp', 1);
  const addressId = await addAddress(as, '1 High Street');
  return (await checkout(as, { addressId })).json().orderId;
}

describe('an account', () => {
  test('is found by its name in any case, with addresses, sessions and recent orders', async () => {
    const begun = now();
    const shopper = await shop.shopper();
    const orders = [await order(shopper), await order(shopper)];
    const { username, userId } = shopper;
    const account = await readAccount(db, ` ${username.toUpperCase()}`, now());
    expect(account).toMatchObject({ id: userId, username, balanceCents: 497_500, orders: 2 });
    expect(account.since).toBeGreaterThanOrEqual(begun);
    expect(account.lastOrderAt).toBeGreaterThanOrEqual(account.since);
    expect(account.addresses).toEqual(['1 High Street', '1 High Street']);
    expect(account.sessionEnds).toHaveLength(1);
    expect(account.recentOrders.map(({ id }) => id)).toEqual(orders.toReversed());
    expect(account.recentOrders[0]).toMatchObject({ totalCents: 1_250 });
  });

  test('lists no expired sessions', async () => {
    const { username } = await shop.shopper();
    const later = now() + 30 * DAY_MS;
    expect((await readAccount(db, username, later)).sessionEnds).toEqual([]);
  });

  test('that does not exist is an error that says so', async () => {
    const error = { name: 'OperatorError', message: 'There is no account "no\\nbody".' };
    await expect(readAccount(db, 'no\nbody', now())).rejects.toMatchObject(error);
    await expect(resetPassword(operator, 'no\nbody', PASSWORD)).rejects.toMatchObject(error);
    await expect(endAllSessions(operator, 'no\nbody')).rejects.toMatchObject(error);
  });
});

test('any number of accounts are listed once each, by name', async () => {
  const names = Array.from({ length: 2_500 }, (_, n) => `clerk-${String(n).padStart(4, '0')}`);
  const others = (await Array.fromAsync(listAccounts(db))).flat();
  await rolledBack(db, async (tx) => {
    for (let start = 0; start < names.length; start += 500) {
      const users = names.slice(start, start + 500).map((name) => ({
        id: name,
        username: name,
        username_key: name.toUpperCase(),
        password_hash: '',
        created_at: 1,
      }));
      await tx.insertInto('users').values(users).execute();
      const wallets = users.map(({ id }) => ({ user_id: id, balance_cents: 5, opening_cents: 5 }));
      await tx.insertInto('wallets').values(wallets).execute();
    }
    const [first, ...listed] = (await Array.fromAsync(listAccounts(tx))).flat();
    expect(first).toMatchObject({ since: 1, balanceCents: 5, orders: 0, lastOrderAt: null });
    const expected = [...names.slice(1), ...others.map(({ username }) => username)];
    expect(listed.map(({ username }) => username)).toEqual(expected);
  });
});

describe('a new password', () => {
  test('replaces the old one, and ends all sessions', async () => {
    const shopper = await shop.shopper();
    const second: { token: string } = (await login(shopper, PASSWORD)).json();
    expect([await statusOfCart(shopper), await statusOfCart(second)]).toEqual([200, 200]);

    const { username } = shopper;
    const access = await resetPassword(operator, username.toUpperCase(), NEW_PASSWORD);
    expect(access).toEqual({ username, endedSessions: 2 });
    expect([await statusOfCart(shopper), await statusOfCart(second)]).toEqual([401, 401]);
    expect((await login(shopper, PASSWORD)).statusCode).toBe(400);
    expect((await login(shopper, NEW_PASSWORD)).statusCode).toBe(201);
    expect((await readAccount(db, username, now())).sessionEnds).toHaveLength(1);
  });

  test('lets only the owner in after too many failed logins', async () => {
    const [shopper, other] = [await shop.shopper(), await shop.shopper()];
    const failTooOften = (username: string) =>
      failLogins(shop.services, 10, { username, from: '127.0.0.1' });
    await failTooOften(shopper.username);
    await failTooOften(other.username);
    expect((await login(shopper, PASSWORD)).statusCode).toBe(429);
    await resetPassword(operator, shopper.username, NEW_PASSWORD);
    expect((await login(shopper, NEW_PASSWORD)).statusCode).toBe(201);
    expect((await login(other, PASSWORD)).statusCode).toBe(429);
  });

  test('forgets the devices that logged in', async () => {
    const shopper = await shop.shopper();
    expect((await login(shopper, PASSWORD)).headers['set-cookie']).toMatch(/^device=/);
    const devices = () =>
      db.selectFrom('devices').selectAll().where('user_id', '=', shopper.userId).execute();
    expect(await devices()).toHaveLength(1);
    await resetPassword(operator, shopper.username, NEW_PASSWORD);
    expect(await devices()).toEqual([]);
  });

  test('is refused as at registration, and then nothing is changed', async () => {
    const shopper = await shop.shopper();
    for (const [password, message] of [
      ['short', 'Password must be at least 6 characters'],
      ['', 'Password is a required field'],
      ['x'.repeat(129), 'Password must be at most 128 characters'],
    ] as const) {
      const resetting = resetPassword(operator, shopper.username, password);
      await expect(resetting).rejects.toMatchObject({ message });
    }
    expect(await statusOfCart(shopper)).toBe(200);
    expect((await login(shopper, PASSWORD)).statusCode).toBe(201);
  });

  test('refuses a login with the old one whose check has already begun', async () => {
    const shopper = await shop.shopper();
    const passwordHash = await hashPassword(NEW_PASSWORD);
    const outcome = await operator.db.transaction().execute(async (tx) => {
      await replacePassword(tx, { id: shopper.userId, passwordHash });
      const loggingIn = login(shopper, PASSWORD);
      // Hashing takes as long as the login's check of the old hash. The new hash is not committed until then.
      await hashPassword(PASSWORD);
      await hashPassword(PASSWORD);
      return { loggingIn };
    });
    expect((await outcome.loggingIn).statusCode).toBe(400);
  });
});

test('ended sessions are refused at once, and the password is still right', async () => {
  const shopper = await shop.shopper();
  expect(await statusOfCart(shopper)).toBe(200);
  expect(await endAllSessions(operator, shopper.username)).toMatchObject({ endedSessions: 1 });
  expect(await statusOfCart(shopper)).toBe(401);
  expect((await login(shopper, PASSWORD)).statusCode).toBe(201);
  expect(await endAllSessions(operator, shopper.username)).toMatchObject({ endedSessions: 1 });
  expect(await endAllSessions(operator, shopper.username)).toMatchObject({ endedSessions: 0 });
});
