/** What strangers can't do to the logins of others. */
import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { failLogins } from './failures.testing.ts';

const shop = await openTestShop();

interface Sender {
  from: string;
  headers?: Record<string, string>;
}

const login = (username: string, password: string, sender: Sender) =>
  shop.call('POST', paths.login, { body: { username, password }, ...sender });

/** What a page of another origin sends, open in a browser at this address. */
const foreignPage = (from: string) => ({
  from,
  headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
});

/** Logs in, and returns what the browser sends with its next login from this address. */
async function knownDevice(username: string, from: string): Promise<Sender> {
  const { headers } = await login(username, PASSWORD, { from });
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return { from, headers: { cookie } };
}

/** More than wait on a machine of many cores. */
const FLOOD = 250;

/** Sends them, and resolves once the queue is full: one is refused. */
async function flood(send: (n: number) => Promise<{ statusCode: number }>) {
  const replies = Array.from({ length: FLOOD }, (_, n) => send(n));
  const refused = replies.map(async (reply) => {
    if ((await reply).statusCode !== 503) throw new Error('Not refused');
  });
  await Promise.any(refused);
  return { over: Promise.all(replies) };
}

describe('a stranger with many connections', () => {
  /** Logs all of them in at the same time. */
  async function statusesOf(logins: Promise<{ statusCode: number }>[]): Promise<number[]> {
    return (await Promise.all(logins)).map(({ statusCode }) => statusCode);
  }

  test('takes no place for hashing that other networks need: all of them get in', async () => {
    const shoppers = await Promise.all(Array.from({ length: 14 }, () => shop.shopper()));
    const { over } = await flood((n) => login(`stranger-${n}`, PASSWORD, { from: '10.1.0.1' }));
    const others = shoppers.map(({ username }, n) =>
      login(username, PASSWORD, { from: `10.1.1.${n}` }),
    );
    expect(await statusesOf(others)).toEqual(Array(14).fill(201));
    await over;
  });

  test('and many networks takes none of known devices', async () => {
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => shop.shopper()));
    const known = shoppers.map(async ({ username }) => {
      return { username, device: await knownDevice(username, '10.1.2.1') };
    });
    const devices = await Promise.all(known);
    const { over } = await flood((n) => login(`other-${n}`, PASSWORD, { from: `10.1.3.${n}` }));
    const logins = devices.map(({ username, device }) => login(username, PASSWORD, device));
    expect(await statusesOf(logins)).toEqual(Array(5).fill(201));
    await over;
  });

  test('and many networks registers without taking a place of logins', async () => {
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => shop.shopper()));
    const { over } = await flood((n) =>
      shop.call('POST', paths.register, {
        body: { username: `registered-${n}`, password: PASSWORD },
        from: `10.1.4.${n}`,
      }),
    );
    const logins = shoppers.map(({ username }, n) =>
      login(username, PASSWORD, { from: `10.1.5.${n}` }),
    );
    expect(await statusesOf(logins)).toEqual(Array(5).fill(201));
    await over;
  });
});

describe('a shopper gets in', () => {
  const fail = (times: number, username: string, from: string) =>
    failLogins(shop.services, times, { username, from });

  test('after a page of another origin failed in the same browser', async () => {
    const { username } = await shop.shopper();
    const page = foreignPage('10.2.0.1');
    for (let time = 0; time < 10; time++) await login(username, 'wrong horse', page);
    expect((await login(username, PASSWORD, page)).statusCode).toBe(429);
    expect((await login(username, PASSWORD, { from: '10.2.0.1' })).statusCode).toBe(201);
  });

  test('from a known device after failures from the same network', async () => {
    const { username } = await shop.shopper();
    const device = await knownDevice(username, '10.2.1.1');
    await fail(10, username, '10.2.1.1');
    expect((await login(username, PASSWORD, { from: '10.2.1.1' })).statusCode).toBe(429);
    expect((await login(username, PASSWORD, device)).statusCode).toBe(201);
    expect((await login(username, PASSWORD, { ...device, from: '10.2.1.2' })).statusCode).toBe(201);
  });

  test('from a known device of a campus whose address failed 200 times', async () => {
    const { username } = await shop.shopper();
    const device = await knownDevice(username, '10.2.2.1');
    for (let n = 0; n < 20; n++) await fail(10, `victim-${n}`, '10.2.2.1');
    const stranger = await login(username, PASSWORD, { from: '10.2.2.1' });
    expect(stranger.statusCode).toBe(429);
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(6);
    expect((await login(username, PASSWORD, device)).statusCode).toBe(201);
  });

  test('from a new network after ten networks guessed as often as they can', async () => {
    const { username } = await shop.shopper();
    for (let n = 0; n < 10; n++) {
      await fail(10, username, `10.2.3.${n}`);
      expect((await login(username, PASSWORD, { from: `10.2.3.${n}` })).statusCode).toBe(429);
    }
    expect((await login(username, PASSWORD, { from: '10.2.4.1' })).statusCode).toBe(201);
  });
});

test('the 51st session of a shopper ends the oldest, and no other', async () => {
  const { username, token: first } = await shop.shopper();
  const tokens: string[] = [];
  const statusOf = async (token: string) =>
    (await shop.call('GET', paths.cart, { as: { token } })).statusCode;
  for (let n = 0; n < 50; n++) {
    shop.pass(1);
    expect(await statusOf(first)).toBe(200);
    tokens.push((await login(username, PASSWORD, { from: '10.3.0.1' })).json().token);
  }
  expect(await statusOf(first)).toBe(401);
  for (const token of tokens) expect(await statusOf(token)).toBe(200);
});
