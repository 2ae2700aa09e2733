import { describe, expect, test } from 'vitest';
import { addressPath, orderPath, paths } from '../../../contract/paths.ts';
import { DAY_MS, openTestShop, PASSWORD } from '../../testing/test-shop.ts';

const shop = await openTestShop();
const later = await openTestShop();
const shopper = await shop.shopper();

const withHeader = (authorization: string) =>
  shop.call('GET', paths.cart, { headers: { authorization } });

describe('spec 6: cart, addresses and checkout need a token', () => {
  const calls = [
    ['POST', paths.logout],
    ['GET', paths.cart],
    ['POST', paths.cart],
    ['POST', paths.checkout],
    ['GET', paths.addresses],
    ['POST', paths.addresses],
    ['DELETE', addressPath('any')],
    ['GET', paths.wallet],
    ['GET', orderPath('any')],
  ] as const;

  test.each(calls)(
    "decisions: %s %s without one is 401 'Log in to continue'",
    async (method, path) => {
      const reply = await shop.call(method, path);
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.json()).toEqual({ success: false, message: 'Log in to continue' });
    },
  );

  test.each(calls)(
    "decisions: %s %s with a bad one is 401 'Session expired.…'",
    async (method, path) => {
      const reply = await shop.call(method, path, { as: { token: 'never-given-out' } });
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.json()).toEqual({ success: false, message: 'Session expired. Log in again.' });
    },
  );

  test('decisions, POST /cart/checkout: 401 comes before everything else', async () => {
    const reply = await shop.call('POST', paths.checkout, {
      body: '{"addressId":',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'two words' },
    });
    expect(reply.statusCode).toBe(401);
  });

  test('spec 6: visitors may browse and search products, whatever token they send', async () => {
    for (const path of [paths.products, `${paths.search}?value=headphones`]) {
      const reply = await shop.call('GET', path, { as: { token: 'never-given-out' } });
      expect(reply.statusCode).toBe(200);
    }
  });
});

describe('an Authorization header', () => {
  test.each([
    ['another scheme', 'Basic dXNlcjpwYXNz', 'Log in to continue'],
    ['no token', 'Bearer', 'Log in to continue'],
    ['blanks for a token', 'Bearer   ', 'Log in to continue'],
    ['the token alone', shopper.token, 'Log in to continue'],
    ['two tokens', `Bearer ${shopper.token} ${shopper.token}`, 'Log in to continue'],
    ['a browser that forgot it', 'Bearer null', 'Session expired. Log in again.'],
    [
      'the token in capitals',
      `Bearer ${shopper.token.toUpperCase()}`,
      'Session expired. Log in again.',
    ],
    ['part of the token', `Bearer ${shopper.token.slice(1)}`, 'Session expired. Log in again.'],
    ['SQL', `Bearer 'or'1'='1`, 'Session expired. Log in again.'],
    ['a very long token', `Bearer ${'x'.repeat(10_000)}`, 'Session expired. Log in again.'],
  ])('with %s is refused', async (_, header, message) => {
    const reply = await withHeader(header);
    expect(reply.statusCode).toBe(401);
    expect(reply.json().message).toBe(message);
  });

  test.each(['bearer', 'BEARER', 'Bearer  '])(
    'with the scheme written "%s" is taken',
    async (scheme) => {
      expect((await withHeader(`${scheme} ${shopper.token}`)).statusCode).toBe(200);
    },
  );

  test('the hash of a token, as the database has it, is no token', async () => {
    const sessions = await shop.services.db.selectFrom('sessions').select('token_hash').execute();
    expect(sessions.length).toBeGreaterThan(0);
    for (const { token_hash } of sessions) {
      expect((await withHeader(`Bearer ${token_hash}`)).statusCode).toBe(401);
    }
  });
});

describe('decisions, POST /auth/logout', () => {
  test('204 without a body; the token is dead, that of another login is not', async () => {
    const { username, token } = await shop.shopper();
    const other = await shop.call('POST', paths.login, { body: { username, password: PASSWORD } });

    const reply = await shop.call('POST', paths.logout, { as: { token } });
    expect(reply.statusCode).toBe(204);
    expect(reply.body).toBe('');

    const dead = await shop.call('GET', paths.cart, { as: { token } });
    expect(dead.statusCode).toBe(401);
    expect(dead.json().message).toBe('Session expired. Log in again.');
    expect((await shop.call('GET', paths.cart, { as: other.json() })).statusCode).toBe(200);
    expect((await shop.call('POST', paths.logout, { as: { token } })).statusCode).toBe(401);
  });
});

describe('decisions, tokens: 30 days', () => {
  test('a token is good until then and no longer', async () => {
    const { token } = await later.shopper();
    later.pass(30 * DAY_MS - 60_000);
    expect((await later.call('GET', paths.cart, { as: { token } })).statusCode).toBe(200);
    later.pass(60_000);
    const reply = await later.call('GET', paths.cart, { as: { token } });
    expect(reply.statusCode).toBe(401);
    expect(reply.json().message).toBe('Session expired. Log in again.');
  });

  test('sessions that are over are swept out with the next login', async () => {
    await later.shopper();
    later.pass(31 * DAY_MS);
    await later.shopper();
    const { sessions } = await later.services.db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('sessions'))
      .executeTakeFirstOrThrow();
    expect(sessions).toBe(1);
  });
});
