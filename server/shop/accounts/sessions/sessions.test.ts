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

/** Ends all other sessions, or that with this id. */
const end = (as: { token: string }, id?: string, currentPassword = PASSWORD) =>
  shop.call('DELETE', id === undefined ? paths.sessions : sessionPath(id), {
    as,
    body: { currentPassword },
  });

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
  const reply = await end(as);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject([{ current: true }]);
  for (const session of elsewhere) expect(await isLoggedIn(session)).toBe(false);
  expect(await isLoggedIn(as)).toBe(true);
  expect(await isLoggedIn(other)).toBe(true);
  expect((await end(as)).json()).toEqual(reply.json());
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
    const reply = await end(as, unknown);
    expectRefused(reply, 404, messages.sessionMissing);
  }
  const reply = await end(as, id);
  expect([reply.statusCode, reply.json()]).toEqual([200, [own]]);
  expect(await isLoggedIn(phone)).toBe(false);
  expect(await isLoggedIn(as)).toBe(true);
  expect(await isLoggedIn(other)).toBe(true);
  expectRefused(await end(as, id), 404, messages.sessionMissing);
});

test('ending sessions asks for the password, so that a stolen session does not throw its owner out', async () => {
  const as = await shop.shopper();
  const owner = await logIn(as.username);
  const [{ id }] = (await shop.call('GET', paths.sessions, { as: owner })).json();
  for (const one of [undefined, id]) {
    expectRefused(await end(as, one, ''), 400, messages.currentPasswordRequired);
    expectRefused(await end(as, one, 'wrong horse'), 400, messages.currentPasswordWrong);
  }
  expect(await isLoggedIn(owner)).toBe(true);
  for (let time = 0; time < 9; time++) await end(as, undefined, 'wrong horse');
  expectRefused(await end(as), 429, messages.tooManyFailedLogins);
  expect((await end(owner)).statusCode).toBe(200);
  expect(await isLoggedIn(as)).toBe(false);
});

test('a login of the same browser ends its last token, also after a change of the password, and no other', async () => {
  const { username, token } = await shop.shopper();
  const from = (cookie: string, password = PASSWORD) =>
    shop.call('POST', paths.login, { body: { username, password }, headers: { cookie } });
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    String(reply.headers['set-cookie']).split(';')[0] ?? '';
  const first = await from('');
  const again = await from(cookieOf(first));
  expect(await isLoggedIn(first.json())).toBe(false);
  expect(await isLoggedIn({ token })).toBe(true);
  const body = { currentPassword: PASSWORD, newPassword: 'battery staple' };
  const changed = await shop.call('POST', paths.password, { as: again.json(), body });
  expect([changed.statusCode, await isLoggedIn(again.json())]).toEqual([204, true]);
  const last = await from(cookieOf(again), 'battery staple');
  expect(await isLoggedIn(again.json())).toBe(false);
  expect(await isLoggedIn(last.json())).toBe(true);
});

test('without a token it is 401', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    expectRefused(await shop.call(method, paths.sessions), 401, messages.loginToContinue);
  }
  expectRefused(await shop.call('DELETE', sessionPath('x')), 401, messages.loginToContinue);
});
