import { expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { DAY_MS, openTestShop, PASSWORD } from '../../../testing/test-shop.ts';

const shop = await openTestShop();

async function logIn(username: string): Promise<{ token: string }> {
  return (await shop.call('POST', paths.login, { body: { username, password: PASSWORD } })).json();
}

async function isLoggedIn(as: { token: string }): Promise<boolean> {
  return (await shop.call('GET', paths.cart, { as })).statusCode === 200;
}

test('the sessions of a shopper are listed, newest first, without those that are over', async () => {
  const as = await shop.shopper();
  await shop.shopper();
  shop.pass(20 * DAY_MS);
  const second = await logIn(as.username);
  const reply = await shop.call('GET', paths.sessions, { as });
  expect(reply.statusCode).toBe(200);
  const [newest, oldest, ...more] = reply.json();
  expect([newest.current, oldest.current, more.length]).toEqual([false, true, 0]);
  for (const { startedAt, expiresAt } of [newest, oldest]) {
    expect(Date.parse(expiresAt) - Date.parse(startedAt)).toBe(30 * DAY_MS);
  }
  const apart = Date.parse(newest.startedAt) - Date.parse(oldest.startedAt);
  expect(apart).toBeGreaterThanOrEqual(20 * DAY_MS);
  expect(reply.body).not.toContain(as.token);
  shop.pass(11 * DAY_MS);
  const later = await shop.call('GET', paths.sessions, { as: second });
  expect(later.json()).toEqual([{ ...newest, current: true }]);
});

test('a shopper logs out everywhere else; other shoppers stay logged in', async () => {
  const [as, other] = [await shop.shopper(), await shop.shopper()];
  const elsewhere = [await logIn(as.username), await logIn(as.username)];
  const reply = await shop.call('DELETE', paths.sessions, { as });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject([{ current: true }]);
  for (const session of elsewhere) expect(await isLoggedIn(session)).toBe(false);
  expect(await isLoggedIn(as)).toBe(true);
  expect(await isLoggedIn(other)).toBe(true);
  expect((await shop.call('DELETE', paths.sessions, { as })).json()).toEqual(reply.json());
});

test('without a token it is 401', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    expectRefused(await shop.call(method, paths.sessions), 401, messages.loginToContinue);
  }
});
