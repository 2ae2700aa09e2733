import { describe, expect, onTestFinished, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { buildApp } from '../../app.ts';
import { networkOf } from '../../platform/http/network.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { FAILURE_WINDOW_MS, KNOWN_NETWORK_MS, throttledSubjects } from './rules.ts';
import { countFailure } from './throttle.ts';

const shop = await openTestShop();
const busy = await openTestShop({ authRateLimit: 3, trustProxy: '10.0.0.1' });
const { db, now } = shop.services;

const login = (username: string, password: string, from: string) =>
  shop.call('POST', paths.login, { body: { username, password }, from });

/** As that many failed logins leave it, without hashing a password for each. */
async function fail(times: number, username: string, from: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let time = 0; time < times; time++) {
      await countFailure(tx, throttledSubjects(username, from), now());
    }
  });
}

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
    expect(seconds).toBeLessThanOrEqual(FAILURE_WINDOW_MS / 1000);
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

  test('it is over when the time that Retry-After named has passed', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '10.0.0.5');
    const reply = await login(username, PASSWORD, '10.0.0.5');
    expect(reply.statusCode).toBe(429);
    shop.pass(Number(reply.headers['retry-after']) * 1000);
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
  /** A hundred failures from addresses of their own. */
  async function guess(username: string): Promise<void> {
    for (let n = 0; n < 10; n++) await fail(10, username, `10.2.0.${n}`);
  }

  test('get no further than a hundred guesses, wherever they come from', async () => {
    const { username } = await shop.shopper();
    await guess(username);
    const reply = await login(username, PASSWORD, '10.2.1.1');
    expect(reply.statusCode).toBe(429);
    shop.pass(Number(reply.headers['retry-after']) * 1000);
    expect((await login(username, PASSWORD, '10.2.1.1')).statusCode).toBe(201);
  });

  test('keep nobody out who comes from where the account was used before', async () => {
    const { username } = await shop.shopper();
    expect((await login(username, PASSWORD, '10.2.2.1')).statusCode).toBe(201);
    await guess(username);
    expect((await login(username, PASSWORD, '10.2.2.2')).statusCode).toBe(429);
    expect((await login(username, PASSWORD, '10.2.2.1')).statusCode).toBe(201);
    // And that one shopper got in gives the others no further guesses.
    expect((await login(username, PASSWORD, '10.2.2.2')).statusCode).toBe(429);
  });

  test('that somebody uses another account from an address makes it no better for this one', async () => {
    const [victim, attacker] = [await shop.shopper(), await shop.shopper()];
    await login(attacker.username, PASSWORD, '10.2.3.1');
    await guess(victim.username);
    expect((await login(victim.username, PASSWORD, '10.2.3.1')).statusCode).toBe(429);
  });

  test('where an account was used before is forgotten after as long as a session lasts', async () => {
    const { username } = await shop.shopper();
    await login(username, PASSWORD, '10.2.4.1');
    shop.pass(KNOWN_NETWORK_MS);
    await guess(username);
    expect((await login(username, PASSWORD, '10.2.4.1')).statusCode).toBe(429);
    const other = await shop.shopper();
    await login(other.username, PASSWORD, '10.2.4.2');
    expect(await db.selectFrom('known_networks').selectAll().execute()).toHaveLength(1);
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
  ])('%s: %s', (address, network) => expect(networkOf(address)).toBe(network));

  test('another address of the same /64 gets no further guesses', async () => {
    const { username } = await shop.shopper();
    await fail(10, username, '2001:db8:7:7::1');
    expect((await login(username, PASSWORD, '2001:db8:7:7:8000::2')).statusCode).toBe(429);
    expect((await login(username, PASSWORD, '2001:db8:7:8::1')).statusCode).toBe(201);
  });
});

describe('decisions, too many requests: 429 with Retry-After', () => {
  const attempt = (path: string, from: string, headers = {}) =>
    busy.call('POST', path, { body: {}, from, headers });

  test('registrations and logins from one address are counted together', async () => {
    const first = [paths.register, paths.login, paths.register];
    for (const path of first) expect((await attempt(path, '10.1.0.1')).statusCode).toBe(400);
    for (const path of [paths.register, paths.login]) {
      const reply = await attempt(path, '10.1.0.1');
      expect(reply.statusCode).toBe(429);
      expect(reply.json()).toEqual({ success: false, message: messages.tooManyRequests });
      expect(reply.headers['retry-after']).toMatch(/^([1-9]|[1-5][0-9]|60)$/);
    }
    expect((await attempt(paths.login, '10.1.0.2')).statusCode).toBe(400);
  });

  test('browsing goes on, and logging out', async () => {
    const as = await busy.shopper();
    const from = '10.1.0.3';
    for (let time = 0; time < 5; time++) await attempt(paths.login, from);
    expect((await busy.call('GET', paths.products, { from })).statusCode).toBe(200);
    expect((await busy.call('POST', paths.logout, { as, from })).statusCode).toBe(204);
  });

  test('the servers of one shop count together, and begin anew after a minute', async () => {
    const config = {
      trustProxy: false as const,
      authRateLimit: 3,
      orderRateLimit: 0,
      publicUrl: 'http://shop.test',
      imageOrigin: '',
    };
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
    expect(kept).toEqual([{ subject: '10.1.0.6' }]);
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
