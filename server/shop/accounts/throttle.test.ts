import { describe, expect, onTestFinished, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { buildApp } from '../../app.ts';
import { networksOf } from '../../platform/http/network.ts';
import { openTestShop, PASSWORD, testConfig } from '../../testing/test-shop.ts';
import { failLogins } from './failures.testing.ts';

const shop = await openTestShop();
const busy = await openTestShop({ authRateLimit: 3, trustProxy: '10.0.0.1' });
const { db } = shop.services;

/** Until a network may try an account once more. */
const INTERVAL_SECONDS = 5 * 60;

const login = (username: string, password: string, from: string) =>
  shop.call('POST', paths.login, { body: { username, password }, from });

const fail = (times: number, username: string, from: string) =>
  failLogins(shop.services, times, { username, from });

describe('decisions, POST /auth/login: too many failures', () => {
  test('the eleventh attempt at an account is 429 with Retry-After, also with the right password', async () => {
    const { username } = await shop.shopper();
    await fail(9, username, '10.0.0.1');
    expect((await login(username, 'wrong horse', '10.0.0.1')).statusCode).toBe(400);

    const reply = await login(username.toUpperCase(), PASSWORD, '10.0.0.1');
    expect(reply.statusCode).toBe(429);
    expect(reply.json()).toEqual({ success: false, message: messages.tooManyFailedLogins });
    const seconds = Number(reply.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(INTERVAL_SECONDS);
  });

  test('from elsewhere the shopper still gets in', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '10.0.0.2');
    expect((await login(username, PASSWORD, '10.0.0.2')).statusCode).toBe(429);
    expect((await login(username, PASSWORD, '10.0.0.3')).statusCode).toBe(201);
  });

  test('other accounts are not concerned', async () => {
    const [one, two] = [await shop.shopper(), await shop.shopper()];
    await fail(10, one.username, '10.0.0.4');
    expect((await login(two.username, PASSWORD, '10.0.0.4')).statusCode).toBe(201);
  });

  test('one more may fail when the time that Retry-After named has passed', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '10.0.0.5');
    const reply = await login(username, PASSWORD, '10.0.0.5');
    expect(reply.statusCode).toBe(429);
    shop.pass(Number(reply.headers['retry-after']) * 1000);
    expect((await login(username, 'wrong horse', '10.0.0.5')).statusCode).toBe(400);
    expect((await login(username, PASSWORD, '10.0.0.5')).statusCode).toBe(429);
    shop.pass(INTERVAL_SECONDS * 1000);
    expect((await login(username, PASSWORD, '10.0.0.5')).statusCode).toBe(201);
  });

  test('a login that succeeds sets the account to nothing', async () => {
    const { username } = await shop.shopper();
    await fail(9, username, '10.0.0.6');
    expect((await login(username, PASSWORD, '10.0.0.6')).statusCode).toBe(201);
    await fail(9, username, '10.0.0.6');
    expect((await login(username, PASSWORD, '10.0.0.6')).statusCode).toBe(201);
  });

  test('an unknown name is throttled like a known one', async () => {
    await fail(10, 'nobody-here', '10.0.0.7');
    expect((await login('nobody-here', PASSWORD, '10.0.0.7')).statusCode).toBe(429);
  });

  test('an address is throttled after 200 failures at whatever accounts', async () => {
    const { username } = await shop.shopper();
    for (let account = 0; account < 20; account++) await fail(10, `victim-${account}`, '10.0.0.8');
    expect((await login(username, PASSWORD, '10.0.0.8')).statusCode).toBe(429);
    expect((await login(username, PASSWORD, '10.0.0.9')).statusCode).toBe(201);
  });

  test('of many guesses at once only so many are answered', async () => {
    const { username } = await shop.shopper();
    await fail(7, username, '10.0.0.10');
    const guesses = Array.from({ length: 8 }, () => login(username, 'wrong horse', '10.0.0.10'));
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([400, 400, 400, 429, 429, 429, 429, 429]);
  });

  test('an X-Forwarded-For that nobody vouches for makes no other address', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '10.0.0.11');
    const reply = await shop.call('POST', paths.login, {
      body: { username, password: PASSWORD },
      from: '10.0.0.11',
      headers: { 'x-forwarded-for': '10.9.9.9' },
    });
    expect(reply.statusCode).toBe(429);
  });

  test('what was typed as a username is not kept', async () => {
    await login('my-password-by-mistake', 'wrong horse', '10.0.0.12');
    const failures = await db.selectFrom('login_failures').selectAll().execute();
    expect(failures.length).toBeGreaterThan(0);
    expect(JSON.stringify(failures)).not.toContain('mistake');
  });
});

describe('many who guess one password together', () => {
  test('get two hundred guesses, and then one in twelve seconds, wherever they come from', async () => {
    const { username } = await shop.shopper();
    for (let n = 0; n < 20; n++) await fail(10, username, `10.2.0.${n}`);
    const reply = await login(username, PASSWORD, '10.2.1.1');
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(12);
    shop.pass(12_000);
    expect((await login(username, 'wrong horse', '10.2.1.1')).statusCode).toBe(400);
    expect((await login(username, PASSWORD, '10.2.1.2')).statusCode).toBe(429);
    shop.pass(12_000);
    expect((await login(username, PASSWORD, '10.2.1.2')).statusCode).toBe(201);
    // And that one shopper got in gives the others no further guesses.
    expect((await login(username, 'wrong horse', '10.2.1.3')).statusCode).toBe(400);
    expect((await login(username, PASSWORD, '10.2.1.4')).statusCode).toBe(429);
  });

  test('get two hundred through pages of other origins, and then one in 36 seconds', async () => {
    const { username } = await shop.shopper();
    for (let n = 0; n < 20; n++) {
      const visitor = { username, from: `10.3.0.${n}`, isForeignPage: true };
      await failLogins(shop.services, 10, visitor);
    }
    const fromPage = () =>
      shop.call('POST', paths.login, {
        body: { username, password: PASSWORD },
        from: '10.3.1.1',
        headers: { origin: 'https://evil.test', host: 'shop.test' },
      });
    const reply = await fromPage();
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(36);
    shop.pass(36_000);
    expect((await fromPage()).statusCode).toBe(201);
  });
});

describe('who an address is taken for', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:203.0.113.7:443', '203.0.113.7'],
  ])('%s: %s', (address, network) => expect(networksOf(address)[0]).toBe(network));

  test('an IPv6 address is of three networks', () => {
    const networks = ['2001:db8:1:a2b3::/64', '2001:db8:1:a200::/56', '2001:db8:1::/48'];
    expect(networksOf('2001:db8:1:a2b3::1')).toEqual(networks);
  });

  test('another address of the same /64 gets no further guesses', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '2001:db8:7:7::1');
    expect((await login(username, PASSWORD, '2001:db8:7:7:8000::2')).statusCode).toBe(429);
    expect((await login(username, PASSWORD, '2001:db8:7:8::1')).statusCode).toBe(201);
  });

  test('a /56 gets twice the guesses of one of its networks, a /48 four times', async () => {
    const { username } = await shop.shopper();
    const statusFrom = async (address: string) =>
      (await login(username, 'wrong horse', address)).statusCode;
    for (const n of ['0', '1', '100', '101']) {
      expect(await statusFrom(`2001:db8:9:${n}::1`)).toBe(400);
      await fail(9, username, `2001:db8:9:${n}::1`);
    }
    expect(await statusFrom('2001:db8:9:200::1')).toBe(429);
    const sibling = await shop.shopper();
    await fail(10, sibling.username, '2001:db8:a:0::1');
    await fail(10, sibling.username, '2001:db8:a:1::1');
    expect((await login(sibling.username, PASSWORD, '2001:db8:a:2::1')).statusCode).toBe(429);
    expect((await login(sibling.username, PASSWORD, '2001:db8:a:100::1')).statusCode).toBe(201);
  });
});

describe('decisions, too many requests: 429 with Retry-After', () => {
  const attempt = (path: string, from: string, headers = {}) =>
    busy.call('POST', path, { body: {}, from, headers });

  test.each([
    ['logins', paths.login, 3],
    ['registrations, a tenth of the logins,', paths.register, 1],
  ])('%s from one address are counted by themselves', async (_, path, max) => {
    const from = `10.1.1.${max}`;
    for (let time = 0; time < max; time++) {
      expect((await attempt(path, from)).statusCode).toBe(400);
    }
    const reply = await attempt(path, from);
    expect(reply.statusCode).toBe(429);
    expect(reply.json()).toEqual({ success: false, message: messages.tooManyRequests });
    expect(reply.headers['retry-after']).toMatch(/^([1-9]|[1-5][0-9]|60)$/);
    const other = path === paths.login ? paths.register : paths.login;
    expect((await attempt(other, from)).statusCode).toBe(400);
    expect((await attempt(path, '10.1.0.2')).statusCode).toBe(400);
  });

  test('a page of another origin, and others in the network, use up nothing of a known device', async () => {
    const { username } = await busy.shopper();
    const loginWith = (headers: Record<string, string>) =>
      busy.call('POST', paths.login, {
        body: { username, password: PASSWORD },
        from: '10.1.0.8',
        headers,
      });
    const [cookie = ''] = String((await loginWith({})).headers['set-cookie']).split(';');
    const page = { 'sec-fetch-site': 'cross-site' };
    for (let time = 0; time < 3; time++) await attempt(paths.login, '10.1.0.8', page);
    expect((await attempt(paths.login, '10.1.0.8', page)).statusCode).toBe(429);
    expect((await loginWith({})).statusCode).toBe(201);
    for (let time = 0; time < 3; time++) await attempt(paths.login, '10.1.0.8');
    expect((await loginWith({})).statusCode).toBe(429);
    expect((await loginWith({ cookie })).statusCode).toBe(201);
  });

  test('an IPv6 /48 may send four times as much as a /64, and a /64 uses up no more than its share', async () => {
    const statusFrom = async (address: string) => (await attempt(paths.login, address)).statusCode;
    for (let time = 0; time < 20; time++) await statusFrom('2001:db8:1:0::1');
    for (const n of ['100', '200', '300']) {
      for (let time = 0; time < 3; time++) {
        expect(await statusFrom(`2001:db8:1:${n}::1`)).toBe(400);
      }
    }
    expect(await statusFrom('2001:db8:1:400::1')).toBe(429);
    expect(await statusFrom('2001:db8:2:400::1')).toBe(400);
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
    const attemptBeside = () =>
      beside.inject({
        method: 'POST',
        url: paths.login,
        payload: {},
        remoteAddress: '10.1.0.6',
      });
    await attempt(paths.login, '10.1.0.6');
    await attemptBeside();
    expect((await attempt(paths.login, '10.1.0.6')).statusCode).toBe(400);
    for (const reply of [await attemptBeside(), await attempt(paths.login, '10.1.0.6')]) {
      expect(reply.statusCode).toBe(429);
    }
    busy.pass(60_000);
    expect((await attemptBeside()).statusCode).toBe(400);
    const kept = await busy.services.db.selectFrom('request_counts').select('subject').execute();
    expect(kept).toEqual([{ subject: 'login from 10.1.0.6' }]);
  });

  test('behind a proxy that is trusted, the client it names is the one counted', async () => {
    const behindProxy = (client: string) =>
      attempt(paths.login, '10.0.0.1', { 'x-forwarded-for': client });
    for (let time = 0; time < 3; time++) await behindProxy('10.1.0.4');
    expect((await behindProxy('10.1.0.4')).statusCode).toBe(429);
    expect((await behindProxy('10.1.0.5')).statusCode).toBe(400);
  });

  test('a proxy that adds the port of each connection makes no new client', async () => {
    const statuses: number[] = [];
    for (const client of ['10.1.0.7:5001', '10.1.0.7:5002', '10.1.0.7:5003', '10.1.0.7:5004']) {
      const headers = { 'x-forwarded-for': client };
      statuses.push((await attempt(paths.login, '10.0.0.1', headers)).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});
