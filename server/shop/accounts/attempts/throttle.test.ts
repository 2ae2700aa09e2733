import { describe, expect, onTestFinished, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { buildApp } from '../../../app.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { testConfig } from '../../../testing/test-config.ts';
import { openTestShop, PASSWORD } from '../../../testing/test-shop.ts';
import { failLogins } from './failures.testing.ts';

const shop = await openTestShop();
const busy = await openTestShop({ authRateLimit: 3, trustProxy: '10.0.0.1' });
const { db } = shop.services;

/** Until a network may try an account once more. */
const INTERVAL_SECONDS = 5 * 60;
const WRONG = 'wrong horse';

const login = (username: string, password: string, from: string, headers = {}) =>
  shop.call('POST', paths.login, { body: { username, password }, from, headers });
const statusOf = async (...attempt: Parameters<typeof login>) =>
  (await login(...attempt)).statusCode;

const fail = (times: number, username: string, from: string) =>
  failLogins(shop.services, times, { username, from });
/** Ten failures from each of twenty networks, whose addresses begin with this. */
async function failEverywhere(username: string, prefix: string, isForeignPage = false) {
  for (let n = 0; n < 20; n++) {
    await failLogins(shop.services, 10, { username, from: `${prefix}.${n}`, isForeignPage });
  }
}

/** Logs in, and returns what the browser sends with its next login. */
async function knownDevice(username: string, from: string): Promise<{ cookie: string }> {
  const { headers } = await login(username, PASSWORD, from);
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return { cookie };
}

describe('R9.2, POST /auth/login: too many failures', () => {
  test('the eleventh attempt at an account is 429 with Retry-After, also with the right password', async () => {
    const { username } = await shop.shopper();
    await fail(9, username, '10.0.0.1');
    expect(await statusOf(username, WRONG, '10.0.0.1')).toBe(400);

    const reply = await login(username.toUpperCase(), PASSWORD, '10.0.0.1');
    expectRefused(reply, 429, messages.tooManyFailedLogins);
    const seconds = Number(reply.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(INTERVAL_SECONDS);
    // One more may fail after that time.
    shop.pass(seconds * 1000);
    expect(await statusOf(username, WRONG, '10.0.0.1')).toBe(400);
    expect(await statusOf(username, PASSWORD, '10.0.0.1')).toBe(429);
    shop.pass(INTERVAL_SECONDS * 1000);
    expect(await statusOf(username, PASSWORD, '10.0.0.1')).toBe(201);
  });

  test('from elsewhere the shopper still gets in, and others from there', async () => {
    const [one, two] = [await shop.shopper(), await shop.shopper()];
    for (let n = 0; n < 10; n++) await fail(10, one.username, `10.0.1.${n}`);
    expect(await statusOf(one.username, PASSWORD, '10.0.1.9')).toBe(429);
    expect(await statusOf(one.username, PASSWORD, '10.0.2.1')).toBe(201);
    expect(await statusOf(two.username, PASSWORD, '10.0.1.9')).toBe(201);
  });

  test('a login that succeeds sets the account to nothing', async () => {
    const { username } = await shop.shopper();
    for (let times = 0; times < 2; times++) {
      await fail(9, username, '10.0.0.6');
      expect(await statusOf(username, PASSWORD, '10.0.0.6')).toBe(201);
    }
  });

  test('an unknown name is throttled like a known one', async () => {
    await fail(10, 'nobody-here', '10.0.0.7');
    expect(await statusOf('nobody-here', PASSWORD, '10.0.0.7')).toBe(429);
  });

  test('an address is throttled after 200 failures at whatever accounts, a known device there is not', async () => {
    const { username } = await shop.shopper();
    const device = await knownDevice(username, '10.0.0.8');
    for (let account = 0; account < 20; account++) await fail(10, `victim-${account}`, '10.0.0.8');
    const reply = await login(username, PASSWORD, '10.0.0.8');
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(6);
    expect(await statusOf(username, PASSWORD, '10.0.0.8', device)).toBe(201);
    expect(await statusOf(username, PASSWORD, '10.0.0.9')).toBe(201);
  });

  test('failures of names that nobody has keep no new device of a café out', async () => {
    const [{ username }, victim] = [await shop.shopper(), await shop.shopper()];
    const from = '10.0.0.20';
    for (let account = 0; account < 19; account++) await fail(10, `victim-${account}`, from);
    await fail(9, 'victim-19', from);
    for (const name of ['nobody-1', 'nobody-2'])
      expect(await statusOf(name, WRONG, from)).toBe(400);
    expect(await statusOf(username, PASSWORD, from)).toBe(201);
    // Guesses at passwords are limited all the same, and the answers don't say which names there are.
    expect(await statusOf(victim.username, WRONG, from)).toBe(400);
    for (const name of [username, 'nobody-3']) expect(await statusOf(name, WRONG, from)).toBe(429);
  });

  test('a known device gets in after failures from its network, and from others', async () => {
    const { username } = await shop.shopper();
    const device = await knownDevice(username, '10.0.0.2');
    await fail(10, username, '10.0.0.2');
    expect(await statusOf(username, PASSWORD, '10.0.0.2')).toBe(429);
    expect(await statusOf(username, PASSWORD, '10.0.0.2', device)).toBe(201);
    expect(await statusOf(username, PASSWORD, '10.0.0.3', device)).toBe(201);
  });

  test('a page of another origin in the same browser keeps nobody out', async () => {
    const { username } = await shop.shopper();
    const page = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    await failLogins(shop.services, 9, { username, from: '10.0.0.4', isForeignPage: true });
    expect(await statusOf(username, WRONG, '10.0.0.4', page)).toBe(400);
    expect(await statusOf(username, PASSWORD, '10.0.0.4', page)).toBe(429);
    expect(await statusOf(username, PASSWORD, '10.0.0.4')).toBe(201);
  });

  test('of many guesses at once only so many are answered', async () => {
    const { username } = await shop.shopper();
    await fail(7, username, '10.0.0.10');
    const guesses = Array.from({ length: 8 }, () => statusOf(username, WRONG, '10.0.0.10'));
    const statuses = await Promise.all(guesses);
    expect(statuses.toSorted()).toEqual([400, 400, 400, 429, 429, 429, 429, 429]);
  });

  test('an X-Forwarded-For that nobody vouches for makes no other address', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '10.0.0.11');
    const forged = { 'x-forwarded-for': '10.9.9.9' };
    expect(await statusOf(username, PASSWORD, '10.0.0.11', forged)).toBe(429);
  });

  test('what was typed as a username is not kept', async () => {
    await login('my-password-by-mistake', WRONG, '10.0.0.12');
    const failures = await db.selectFrom('attempts').selectAll().execute();
    expect(failures.length).toBeGreaterThan(0);
    expect(JSON.stringify(failures)).not.toContain('mistake');
  });

  test('an address of the same IPv6 /64 gets no further guesses, and a /56 twice as many', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '2001:db8:a:0::1');
    expect(await statusOf(username, PASSWORD, '2001:db8:a:0:8000::2')).toBe(429);
    await fail(10, username, '2001:db8:a:1::1');
    expect(await statusOf(username, PASSWORD, '2001:db8:a:2::1')).toBe(429);
    expect(await statusOf(username, PASSWORD, '2001:db8:a:100::1')).toBe(201);
  });
});

describe('many who guess one password together', () => {
  test('get two hundred guesses, and then one in twelve seconds, wherever they come from', async () => {
    const { username } = await shop.shopper();
    await failEverywhere(username, '10.2.0');
    const reply = await login(username, PASSWORD, '10.2.1.1');
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(12);
    shop.pass(12_000);
    expect(await statusOf(username, WRONG, '10.2.1.1')).toBe(400);
    expect(await statusOf(username, PASSWORD, '10.2.1.2')).toBe(429);
    shop.pass(12_000);
    expect(await statusOf(username, PASSWORD, '10.2.1.2')).toBe(201);
    // And that one shopper got in gives the others no further guesses.
    expect(await statusOf(username, WRONG, '10.2.1.3')).toBe(400);
    expect(await statusOf(username, PASSWORD, '10.2.1.4')).toBe(429);
  });

  test('get two hundred through pages of other origins, and then one in 36 seconds', async () => {
    const { username } = await shop.shopper();
    await failEverywhere(username, '10.3.0', true);
    const page = { origin: 'https://evil.test', host: 'shop.test' };
    const reply = await login(username, PASSWORD, '10.3.1.1', page);
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(36);
    shop.pass(36_000);
    expect(await statusOf(username, PASSWORD, '10.3.1.1', page)).toBe(201);
  });
});

describe('R8.2, too many requests: 429 with Retry-After', () => {
  const attempt = async (path: string, from: string, headers = {}) =>
    (await busy.call('POST', path, { body: {}, from, headers })).statusCode;

  test('logins from one address are counted by themselves', async () => {
    const from = '10.1.1.3';
    for (let time = 0; time < 3; time++) expect(await attempt(paths.login, from)).toBe(400);
    const reply = await busy.call('POST', paths.login, { body: {}, from });
    expectRefused(reply, 429, messages.tooManyRequests);
    expect(reply.headers['retry-after']).toMatch(/^([1-9]|[1-5][0-9]|60)$/);
    expect(await attempt(paths.register, from)).toBe(400);
    expect(await attempt(paths.login, '10.1.0.2')).toBe(400);
  });

  test('a tenth of them may be registrations, of which invalid ones and taken names use up nothing', async () => {
    const { username: taken } = await busy.shopper();
    const register = (from: string, username: string, password = PASSWORD) =>
      busy.call('POST', paths.register, { body: { username, password }, from });
    for (let time = 0; time < 5; time++) {
      expectRefused(await register('10.1.1.1', 'newcomer', '1'), 400, messages.passwordTooShort);
    }
    expectRefused(await register('10.1.1.1', taken), 400, messages.usernameTaken);
    expect((await register('10.1.1.1', 'newcomer-1')).statusCode).toBe(201);
    expectRefused(await register('10.1.1.1', 'newcomer-2'), 429, messages.tooManyRequests);
    expect((await register('10.1.1.2', 'newcomer-2')).statusCode).toBe(201);
    // A search for names has as many attempts as there may be logins.
    for (let time = 0; time < 3; time++) {
      expectRefused(await register('10.1.1.4', taken), 400, messages.usernameTaken);
    }
    expectRefused(await register('10.1.1.4', taken), 429, messages.tooManyRequests);
  });

  test('a page of another origin, and others in the network, use up nothing of a known device', async () => {
    const { username } = await busy.shopper();
    const from = '10.1.0.8';
    const loginWith = (headers: Record<string, string>) =>
      busy.call('POST', paths.login, { body: { username, password: PASSWORD }, from, headers });
    const [cookie = ''] = String((await loginWith({})).headers['set-cookie']).split(';');
    const page = { 'sec-fetch-site': 'cross-site' };
    for (let time = 0; time < 3; time++) await attempt(paths.login, from, page);
    expect(await attempt(paths.login, from, page)).toBe(429);
    expect((await loginWith({})).statusCode).toBe(201);
    for (let time = 0; time < 3; time++) await attempt(paths.login, from);
    expect((await loginWith({})).statusCode).toBe(429);
    expect((await loginWith({ cookie })).statusCode).toBe(201);
  });

  test('an IPv6 /48 may send four times as much as a /64, and a /64 uses up no more than its share', async () => {
    for (let time = 0; time < 20; time++) await attempt(paths.login, '2001:db8:1:0::1');
    for (const n of ['100', '200', '300']) {
      for (let time = 0; time < 3; time++) {
        expect(await attempt(paths.login, `2001:db8:1:${n}::1`)).toBe(400);
      }
    }
    expect(await attempt(paths.login, '2001:db8:1:400::1')).toBe(429);
    expect(await attempt(paths.login, '2001:db8:2:400::1')).toBe(400);
  });

  test('browsing goes on, and logging out', async () => {
    const as = await busy.shopper();
    const from = '10.1.0.3';
    for (let time = 0; time < 5; time++) await attempt(paths.login, from);
    expect((await busy.call('GET', paths.products, { from })).statusCode).toBe(200);
    expect((await busy.call('POST', paths.logout, { as, from })).statusCode).toBe(204);
  });

  test('the servers of one shop count together, and begin anew after a minute', async () => {
    const config = { ...testConfig, authRateLimit: 3 };
    const beside = await buildApp({ services: busy.services, config, logger: false });
    onTestFinished(() => beside.close());
    const remoteAddress = '10.1.0.6';
    const asked = { method: 'POST', url: paths.login, payload: {}, remoteAddress } as const;
    const attemptBeside = async () => (await beside.inject(asked)).statusCode;
    await attempt(paths.login, remoteAddress);
    await attemptBeside();
    expect(await attempt(paths.login, remoteAddress)).toBe(400);
    expect([await attemptBeside(), await attempt(paths.login, remoteAddress)]).toEqual([429, 429]);
    busy.pass(60_000);
    expect(await attemptBeside()).toBe(400);
    const kept = await busy.services.db.selectFrom('attempts').select('subject').execute();
    expect(kept).toEqual([{ subject: `login from ${remoteAddress}` }]);
  });

  test('behind a proxy that is trusted, the client it names is the one counted, whatever its port', async () => {
    const behindProxy = (client: string) =>
      attempt(paths.login, '10.0.0.1', { 'x-forwarded-for': client });
    const clients = ['10.1.0.7', '10.1.0.7:5001', '10.1.0.7:5002', '10.1.0.7:5003', '10.1.0.5'];
    const statuses: number[] = [];
    for (const client of clients) statuses.push(await behindProxy(client));
    expect(statuses).toEqual([400, 400, 400, 429, 400]);
  });
});
