import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SESSIONS_MAX } from '../../../contract/limits.ts';
import { addressPath, cancelOrderPath, orderPath, paths } from '../../../contract/paths.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { DAY_MS, openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { hashToken } from './authentication.ts';
import { addSession, sessionEnd } from './sessions.ts';

const shop = await openTestShop();
const later = await openTestShop();
const { db, now } = shop.services;
const shopper = await shop.shopper();

const EXPIRED = 'Session expired. Log in again.';
const withHeader = (authorization: string) =>
  shop.call('GET', paths.cart, { headers: { authorization } });
const statusWith = async (token: string) =>
  (await shop.call('GET', paths.cart, { as: { token } })).statusCode;

describe('R3.8: cart, addresses and checkout need a token', () => {
  test.each([
    ['POST', paths.logout],
    ['GET', paths.cart],
    ['POST', paths.cart],
    ['POST', paths.checkout],
    ['GET', paths.addresses],
    ['POST', paths.addresses],
    ['DELETE', addressPath('any')],
    ['GET', paths.wallet],
    ['GET', paths.orders],
    ['GET', orderPath('any')],
    ['POST', cancelOrderPath('any')],
  ] as const)(
    "R8.4: %s %s is 401 without one ('Log in to continue') and with a bad one ('Session expired.…')",
    async (method, path) => {
      const without = await shop.call(method, path);
      const bad = await shop.call(method, path, { as: { token: 'never-given-out' } });
      expectRefused(without, 401, 'Log in to continue');
      expectRefused(bad, 401, EXPIRED);
      for (const { headers } of [without, bad]) expect(headers['www-authenticate']).toBe('Bearer');
    },
  );

  test('R8.4, POST /cart/checkout: 401 comes before everything else', async () => {
    const reply = await shop.call('POST', paths.checkout, {
      body: '{"addressId":',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'two words' },
    });
    expect(reply.statusCode).toBe(401);
  });

  test('R3.8: visitors may browse and search products, whatever token they send', async () => {
    for (const path of [paths.products, `${paths.search}?value=lamp`]) {
      const reply = await shop.call('GET', path, { as: { token: 'never-given-out' } });
      expect(reply.statusCode).toBe(200);
    }
  });
});

describe('an Authorization header', () => {
  test.each([
    ['another scheme', 'Basic dXNlcjpwYXNz', 'Log in to continue'],
    ['blanks for a token', 'Bearer   ', 'Log in to continue'],
    ['the token alone', shopper.token, 'Log in to continue'],
    ['two tokens', `Bearer ${shopper.token} ${shopper.token}`, 'Log in to continue'],
    ['a browser that forgot it', 'Bearer null', EXPIRED],
    ['the token in capitals', `Bearer ${shopper.token.toUpperCase()}`, EXPIRED],
    ['part of the token', `Bearer ${shopper.token.slice(1)}`, EXPIRED],
    ['SQL', `Bearer 'or'1'='1`, EXPIRED],
    ['a very long token', `Bearer ${'x'.repeat(10_000)}`, EXPIRED],
    ['the hash of the token', `Bearer ${hashToken(shopper.token)}`, EXPIRED],
  ])('with %s is refused', async (_, header, message) => {
    expectRefused(await withHeader(header), 401, message);
  });

  test.each(['bearer', 'BEARER', 'Bearer  '])(
    'with the scheme written "%s" is taken',
    async (scheme) => {
      expect((await withHeader(`${scheme} ${shopper.token}`)).statusCode).toBe(200);
    },
  );
});

test('R9.3, POST /auth/logout: 204 without a body; the token is dead, that of another login is not', async () => {
  const { username, token } = await shop.shopper();
  const other = await shop.call('POST', paths.login, { body: { username, password: PASSWORD } });

  const reply = await shop.call('POST', paths.logout, { as: { token } });
  expect([reply.statusCode, reply.body]).toEqual([204, '']);

  expectRefused(await shop.call('GET', paths.cart, { as: { token } }), 401, EXPIRED);
  expect(await statusWith(other.json().token)).toBe(200);
  expect((await shop.call('POST', paths.logout, { as: { token } })).statusCode).toBe(401);
});

describe('R3.7, tokens: 30 days', () => {
  test('a token is good until then and no longer', async () => {
    const { token } = await later.shopper();
    later.pass(30 * DAY_MS - 60_000);
    expect((await later.call('GET', paths.cart, { as: { token } })).statusCode).toBe(200);
    later.pass(60_000);
    expectRefused(await later.call('GET', paths.cart, { as: { token } }), 401, EXPIRED);
  });

  test('sessions that are over are swept out with the next login', async () => {
    await later.shopper();
    later.pass(31 * DAY_MS);
    await later.shopper();
    const sessions = later.services.db.selectFrom('sessions').select('user_id');
    expect(await sessions.execute()).toHaveLength(1);
  });
});

test('a login after fifty sessions of a shopper ends the oldest, and no other', async () => {
  const { username, userId, token: oldest } = await shop.shopper();
  const tokens = Array.from({ length: SESSIONS_MAX - 1 }, () => randomBytes(32).toString('hex'));
  for (const token of tokens) {
    shop.pass(1);
    const session = {
      userId,
      tokenHash: hashToken(token),
      expiresAt: sessionEnd(now()),
      browser: '',
    };
    await db.transaction().execute((tx) => addSession(tx, session, now()));
  }
  expect(await statusWith(oldest)).toBe(200);
  shop.pass(1);
  const login = await shop.call('POST', paths.login, { body: { username, password: PASSWORD } });
  expect(await statusWith(oldest)).toBe(401);
  for (const token of [...tokens, login.json().token]) expect(await statusWith(token)).toBe(200);
});
