/** Shops with a database that is slow, silent or down: the replies, and the recovery without a restart. */
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import * as messages from '../contract/messages.ts';
import { paths } from '../contract/paths.ts';
import { type Network, openNetwork } from './platform/storage/postgres/network.testing.ts';
import { PROCESS_TEST_TIMEOUT_MS, startShop } from './testing/shop-process.ts';
import { openTestDatabase } from './testing/test-database.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS, hookTimeout: PROCESS_TEST_TIMEOUT_MS });

const POOL_SIZE = 2;
/** The length of the queue for connections; see `server/platform/storage/postgres/pool.ts`. */
const ROOM = POOL_SIZE * 20;
const body = JSON.stringify({ username: 'patient-shopper', password: 'learnbydoing' });
const json = { 'content-type': 'application/json' };
const patience = { timeout: 30_000, interval: 50 };

interface Shop {
  url: string;
  network: Network;
  /** A connection to the database that bypasses the proxy. */
  direct: pg.Client;
  token: string;
  productId: string;
}

/** Opens a shop with a logged-in shopper, and requests a list of products, which is then cached. */
async function openShop(): Promise<Shop> {
  const { env } = await openTestDatabase();
  const direct = new pg.Client({ connectionString: env.DATABASE_URL });
  await direct.connect();
  afterAll(() => direct.end());
  const network = await openNetwork(env.DATABASE_URL ?? '', afterAll);
  const settings = {
    DATABASE_URL: network.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    DATABASE_STATEMENT_TIMEOUT_MS: '400',
    DEMO_CATALOGUE: 'on',
  };
  const { url } = await startShop(settings, [], afterAll);
  // A list that is cached before the first index is built belongs to another version.
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 200, patience);
  const post = (path: string) => fetch(url + path, { method: 'POST', headers: json, body });
  // On a machine that pauses, a statement may take too long.
  await vi.waitUntil(async () => (await post(paths.register)).status !== 503, patience);
  let token = '';
  const logIn = async () => {
    const login = await post(paths.login);
    if (login.status === 201) ({ token } = (await login.json()) as { token: string });
    return login.status === 201;
  };
  await vi.waitUntil(logIn, patience);
  const [product] = (await (await fetch(url + paths.products)).json()) as { _id: string }[];
  return { url, network, direct, token, productId: product?._id ?? '' };
}

const readCart = ({ url, token }: Shop) =>
  fetch(url + paths.cart, { headers: { authorization: `Bearer ${token}` } });

const changeCart = ({ url, token, productId }: Shop) =>
  fetch(url + paths.cart, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ productId, qty: 1 }),
  });

async function expectShed(reply: Response): Promise<void> {
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { success: false, message: messages.overloaded },
  ]);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
}

const statusOf = async (shop: Shop, path: string) => (await fetch(shop.url + path)).status;

async function expectAllAsBefore(shop: Shop): Promise<void> {
  await vi.waitUntil(async () => (await statusOf(shop, '/readyz')) === 200, patience);
  await vi.waitUntil(async () => (await changeCart(shop)).status === 200, patience);
  await vi.waitUntil(async () => (await readCart(shop)).status === 200, patience);
}

const [shop, other] = await Promise.all([openShop(), openShop()]);

describe('while rows are locked', () => {
  test('statements that take too long are 503, and other requests work meanwhile', async () => {
    await shop.direct.query('begin; select * from users for update');
    const changing = changeCart(shop);
    // The rows stay locked until the rollback.
    await expect.poll(async () => (await readCart(shop)).status).toBe(200);
    expect(await statusOf(shop, paths.products)).toBe(200);
    await expectShed(await changing);
    await shop.direct.query('rollback');
    await expectAllAsBefore(shop);
  });

  test('requests beyond the queue are shed at once, and cached lists still work', async () => {
    await shop.direct.query('begin; select * from users for update');
    const shed: Response[] = [];
    const changing = Array.from({ length: POOL_SIZE + ROOM + 30 }, async () => {
      const reply = await changeCart(shop);
      if (reply.status !== 200) shed.push(reply);
    });
    // All but those that wait for the locked rows, until their statements time out.
    await vi.waitUntil(() => shed.length >= 30, { timeout: 30_000, interval: 5 });
    expect(await statusOf(shop, '/healthz')).toBe(200);
    expect(await statusOf(shop, paths.products)).toBe(200);
    await shop.direct.query('rollback');
    await Promise.all(changing);
    for (const reply of shed) await expectShed(reply);
    await expectAllAsBefore(shop);
  });
});

describe.concurrent('a database that is', () => {
  test.each<[string, Shop, (network: Network) => void]>([
    ['silent', shop, (network) => network.fallSilent()],
    ['gone', other, (network) => network.cut()],
  ])('%s: lists are shown, all else is 503, and nobody restarts it', async (_, shop, fail) => {
    fail(shop.network);
    const reading = [readCart(shop), readCart(shop), changeCart(shop)];
    const readiness = statusOf(shop, '/readyz');
    expect(await statusOf(shop, paths.products)).toBe(200);
    for (const reply of await Promise.all(reading)) await expectShed(reply);
    // The catalogue's version cannot be polled any more, so the last known one is used.
    expect(await statusOf(shop, paths.products)).toBe(200);
    expect(await readiness).toBe(503);
    expect(await statusOf(shop, '/healthz')).toBe(200);
    shop.network.restore();
    await expectAllAsBefore(shop);
  });
});
