import { expect, test } from 'vitest';
import type { LoginEvent } from '../../../../contract/account.ts';
import { LOGIN_EVENT_DAYS, LOGIN_EVENTS_MAX } from '../../../../contract/limits.ts';
import { loginToContinue } from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { DAY_MS, openTestShop, PASSWORD } from '../../../testing/test-shop.ts';
import { recordFailedLogin, recordLoginEvent } from '../attempts/login-events.ts';

const shop = await openTestShop();
const { db, now } = shop.services;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0';

const logIn = (username: string, password = PASSWORD, cookie = '') =>
  shop.call('POST', paths.login, {
    body: { username, password },
    headers: { 'user-agent': FIREFOX, ...(cookie && { cookie }) },
  });

async function eventsOf(as: { token: string }): Promise<LoginEvent[]> {
  return (await shop.call('GET', paths.logins, { as })).json();
}

const rowsOf = (userId: string) =>
  db.selectFrom('login_events').selectAll().where('user_id', '=', userId).execute();

test('failed logins are counted by day, without what their sender wrote', async () => {
  const [as, other] = [await shop.shopper(), await shop.shopper()];
  for (let time = 0; time < 3; time++) await logIn(as.username.toUpperCase(), 'wrong horse');
  shop.pass(DAY_MS);
  await logIn(as.username, 'wrong horse');
  const lastAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  const failed = { kind: 'failed', browser: '', lastAt };
  expect(await eventsOf(as)).toEqual([
    { ...failed, count: 1 },
    { ...failed, count: 3 },
  ]);
  expect(await eventsOf(other)).toEqual([]);
});

test('a login from a new device is listed with its browser; the next one from there is not', async () => {
  const as = await shop.shopper();
  const reply = await logIn(as.username);
  const [cookie] = String(reply.headers['set-cookie']).split(';');
  expect((await logIn(as.username, PASSWORD, cookie)).statusCode).toBe(201);
  const listed = { kind: 'new-device', browser: 'Firefox on Windows', count: 1 };
  expect(await eventsOf(as)).toEqual([expect.objectContaining(listed)]);
});

test('however many strangers try, an account has one row a day, and none after two weeks', async () => {
  const as = await shop.shopper();
  for (let day = 0; day < LOGIN_EVENT_DAYS + 5; day++) {
    await db.transaction().execute(async (tx) => {
      for (let time = 0; time < 40; time++) await recordFailedLogin(tx, as.username, now());
    });
    shop.pass(DAY_MS);
  }
  const rows = await rowsOf(as.userId);
  expect(rows.length).toBeLessThanOrEqual(LOGIN_EVENT_DAYS);
  expect(rows.every(({ times }) => times === 40)).toBe(true);
  shop.pass(LOGIN_EVENT_DAYS * DAY_MS);
  const late = await logIn(as.username);
  expect(await eventsOf(late.json())).toMatchObject([{ kind: 'new-device' }]);
  expect(await rowsOf(as.userId)).toHaveLength(1);
});

test('an account keeps the newest rows of its own logins', async () => {
  const as = await shop.shopper();
  for (let n = 0; n < LOGIN_EVENTS_MAX + 10; n++) {
    const event = { userId: as.userId, kind: 'new-device', browser: `browser ${n}` } as const;
    await db.transaction().execute((tx) => recordLoginEvent(tx, event, now()));
    shop.pass(1);
  }
  const names = (await eventsOf(as)).map(({ browser }) => browser);
  expect(names).toHaveLength(LOGIN_EVENTS_MAX);
  expect(names[0]).toBe(`browser ${LOGIN_EVENTS_MAX + 9}`);
});

test('a name that no account has leaves no row', async () => {
  const before = await db.selectFrom('login_events').selectAll().execute();
  await logIn('nobody-of-this-name', 'wrong horse');
  expect(await db.selectFrom('login_events').selectAll().execute()).toEqual(before);
});

test('without a token it is 401', async () => {
  expectRefused(await shop.call('GET', paths.logins), 401, loginToContinue);
});
