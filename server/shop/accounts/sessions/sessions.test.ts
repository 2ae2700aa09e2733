import { expect, test } from 'vitest';
import type { SessionEntry } from '../../../../contract/account.ts';
import * as messages from '../../../../contract/messages.ts';
import { paths, sessionPath } from '../../../../contract/paths.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { DAY_MS, openTestShop, PASSWORD } from '../../../testing/test-shop.ts';

const shop = await openTestShop();

async function logIn(
  username: string,
  options: { headers?: Record<string, string>; from?: string } = {},
): Promise<{ token: string }> {
  const body = { username, password: PASSWORD };
  return (await shop.call('POST', paths.login, { body, ...options })).json();
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

test('each session names its browser and its system, and nothing else that the client sent', async () => {
  const as = await shop.shopper();
  const phone =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0 Mobile Safari/537.36 <b>';
  shop.pass(1);
  await logIn(as.username, { headers: { 'user-agent': phone }, from: '192.0.2.7' });
  const reply = await shop.call('GET', paths.sessions, { as });
  expect(reply.json().map(({ browser }: SessionEntry) => browser)).toEqual([
    'Chrome on Android',
    '',
  ]);
  expect(reply.body).not.toMatch(/192\.0\.2|<b>|148\.0/);
});

test('a shopper logs out of one session, which is dead then, and of no other shopper’s', async () => {
  const [as, other] = [await shop.shopper(), await shop.shopper()];
  shop.pass(1);
  const phone = await logIn(as.username);
  const list = async (from: { token: string }): Promise<SessionEntry[]> =>
    (await shop.call('GET', paths.sessions, { as: from })).json();
  const [{ id } = { id: '' }, own] = await list(as);
  const [foreign] = await list(other);
  for (const unknown of [foreign?.id ?? '', 'none', '%', 'x'.repeat(3_000)]) {
    const reply = await shop.call('DELETE', sessionPath(unknown), { as });
    expectRefused(reply, 404, messages.sessionMissing);
  }
  const reply = await shop.call('DELETE', sessionPath(id), { as });
  expect([reply.statusCode, reply.json()]).toEqual([200, [own]]);
  expect(await isLoggedIn(phone)).toBe(false);
  expect(await isLoggedIn(as)).toBe(true);
  expect(await isLoggedIn(other)).toBe(true);
  expectRefused(await shop.call('DELETE', sessionPath(id), { as }), 404, messages.sessionMissing);
});

test('without a token it is 401', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    expectRefused(await shop.call(method, paths.sessions), 401, messages.loginToContinue);
  }
  expectRefused(await shop.call('DELETE', sessionPath('x')), 401, messages.loginToContinue);
});
