import { describe, expect, test } from 'vitest';
import { DEVICE_DAYS, DEVICES_MAX } from '../../../../contract/limits.ts';
import { paths } from '../../../../contract/paths.ts';
import { DAY_MS, openTestShop, PASSWORD } from '../../../testing/test-shop.ts';
import { failLogins } from './failures.testing.ts';

const shop = await openTestShop({ trustProxy: '127.0.0.1' });
const { db } = shop.services;

const login = (username: string, headers: Record<string, string> = {}, password = PASSWORD) =>
  shop.call('POST', paths.login, { body: { username, password }, headers });

/** What the browser sends the next time. */
async function cookieAfter(reply: ReturnType<typeof login>): Promise<string> {
  const [cookie = ''] = String((await reply).headers['set-cookie']).split(';');
  return cookie;
}

/** Nobody gets in any more who is not known. */
const failTooOften = (username: string) =>
  failLogins(shop.services, 10, { username, from: '127.0.0.1' });

const statusWith = async (username: string, cookie: string) =>
  (await login(username, { cookie })).statusCode;

describe('the cookie of a device', () => {
  test('is for logins of this site alone, and no script can read it', async () => {
    const { username } = await shop.shopper();
    const { headers } = await login(username);
    expect(headers['set-cookie']).toMatch(
      /^device=[\w-]{43}; Path=\/api\/v1\/auth\/login; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const secure = await login(username, { 'x-forwarded-proto': 'https' });
    expect(secure.headers['set-cookie']).toMatch(/; SameSite=Strict; Secure$/);
  });

  test('comes with a successful login alone, and not to pages of other origins', async () => {
    const { username } = await shop.shopper();
    const wrong = await login(username, {}, 'wrong horse');
    const foreign = await login(username, { 'sec-fetch-site': 'same-site' });
    expect([wrong.statusCode, foreign.statusCode]).toEqual([400, 201]);
    expect(wrong.headers).not.toHaveProperty('set-cookie');
    expect(foreign.headers).not.toHaveProperty('set-cookie');
  });

  test('opens nothing without the password, and is stored as a hash', async () => {
    const { username } = await shop.shopper();
    const cookie = await cookieAfter(login(username));
    expect((await login(username, { cookie }, 'wrong horse')).statusCode).toBe(400);
    expect((await shop.call('GET', paths.cart, { headers: { cookie } })).statusCode).toBe(401);
    const devices = await db.selectFrom('devices').selectAll().execute();
    expect(JSON.stringify(devices)).not.toContain(cookie.replace('device=', ''));
  });
});

describe('a known device', () => {
  test('is known to each account that logged in with it, and to no other', async () => {
    const [one, two, other] = [await shop.shopper(), await shop.shopper(), await shop.shopper()];
    const first = await cookieAfter(login(one.username));
    const both = await cookieAfter(login(two.username, { cookie: first }));
    for (const { username } of [one, two, other]) await failTooOften(username);
    expect(await statusWith(one.username, both)).toBe(201);
    expect(await statusWith(two.username, both)).toBe(201);
    expect(await statusWith(other.username, both)).toBe(429);
  });

  test('gets a secret of its own, not one that it was made to send', async () => {
    const [owner, stranger] = [await shop.shopper(), await shop.shopper()];
    const planted = await cookieAfter(login(stranger.username));
    await login(owner.username, { cookie: planted });
    await failTooOften(owner.username);
    expect(await statusWith(owner.username, planted)).toBe(429);
  });

  test('may fail ten times in a row itself', async () => {
    const { username } = await shop.shopper();
    const cookie = await cookieAfter(login(username));
    await failLogins(shop.services, 9, { username, from: '127.0.0.1', cookie });
    expect((await login(username, { cookie }, 'wrong horse')).statusCode).toBe(400);
    expect(await statusWith(username, cookie)).toBe(429);
    expect((await login(username)).statusCode).toBe(201);
  });

  test('is forgotten some months after its last login', async () => {
    const { username } = await shop.shopper();
    const cookie = await cookieAfter(login(username));
    shop.pass((DEVICE_DAYS - 1) * DAY_MS);
    expect(await statusWith(username, cookie)).toBe(201);
    shop.pass((DEVICE_DAYS - 1) * DAY_MS);
    await failTooOften(username);
    expect(await statusWith(username, cookie)).toBe(201);
    shop.pass(DEVICE_DAYS * DAY_MS);
    await failTooOften(username);
    expect(await statusWith(username, cookie)).toBe(429);
  });

  test('gives way if more of them log in than an account remembers', async () => {
    const { username, userId } = await shop.shopper();
    const cookies: string[] = [];
    for (let n = 0; n < DEVICES_MAX + 1; n++) {
      shop.pass(1);
      cookies.push(await cookieAfter(login(username)));
    }
    const known = db.selectFrom('devices').selectAll().where('user_id', '=', userId);
    expect(await known.execute()).toHaveLength(DEVICES_MAX);
    await failTooOften(username);
    const [oldest = '', second = ''] = cookies;
    expect(await statusWith(username, oldest)).toBe(429);
    expect(await statusWith(username, second)).toBe(201);
  });
});
