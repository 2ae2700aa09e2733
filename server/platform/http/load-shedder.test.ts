import type { AddressInfo } from 'node:net';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { buildApp } from '../../app.ts';
import { stubPages } from '../../shop/pages/stub-pages.testing.ts';
import { testConfig } from '../../testing/test-config.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { handleError } from './errors.ts';
import { LoadShedder, type ShedReason } from './load-shedder.ts';
import { connectRaw, type RawClient } from './raw-client.testing.ts';

/** Milliseconds that each reply takes, on the shedder's clock. */
let cost = 0;
let clock = 0;
let backlog = 0;
const shed: ShedReason[] = [];

const app = Fastify();
app.setErrorHandler(handleError);
const shedder = new LoadShedder({
  databaseBacklog: () => backlog,
  onShed: (reason) => shed.push(reason),
  now: () => clock,
});
shedder.watchProcessor(app);
const work = async () => {
  clock += cost;
  return 'done';
};
app.get('/a', work);
await app.register(async (own) => {
  shedder.watchDatabase(own);
  own.get('/cart', work);
  own.post('/cart', work);
  own.get(paths.checkout, work);
});
let clients: RawClient[];
let port: number;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  [cost, backlog, clients] = [0, 0, []];
  shed.length = 0;
});

/** Sends requests that the server reads in one turn, each on a connection of its own. @returns their statuses */
async function together(...asked: string[]): Promise<number[]> {
  while (clients.length < asked.length) clients.push(await connectRaw(port));
  const used = clients.slice(0, asked.length);
  const before = used.map((client) => client.statuses().length);
  for (const [index, client] of used.entries()) {
    client.send(`GET ${asked[index]} HTTP/1.1\r\nHost: shop\r\n\r\n`);
  }
  await Promise.all(used.map((client, index) => client.answers((before[index] ?? 0) + 1)));
  return used.map((client) => client.statuses().at(-1) ?? 0);
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('when the processor is short', () => {
  test('a turn accepts 100 ms of work, and the next one as much again', async () => {
    cost = 4;
    for (let turn = 0; turn < 3; turn++) {
      expect(await together(...times(30, '/a'))).toEqual([...times(26, 200), ...times(4, 503)]);
    }
    expect(shed).toEqual(times(12, 'processor'));
  });

  test('checkouts are shed last', async () => {
    cost = 8;
    const asked = [...times(21, '/a'), ...times(8, paths.checkout)];
    const answers = [...times(20, 200), 503, ...times(6, 200), ...times(2, 503)];
    expect(await together(...asked)).toEqual(answers);
  });

  test('twenty requests a turn are accepted, however long they take', async () => {
    cost = 100;
    expect(await together(...times(22, '/a'))).toEqual([...times(20, 200), ...times(2, 503)]);
  });

  test('each other network has four requests accepted, up to fifty in all', async () => {
    const from = (address: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => connectRaw(port, undefined, address)));
    const flood = await from('127.0.0.1', 30);
    const others = await Promise.all(times(13, 5).map((count, n) => from(`127.0.1.${n}`, count)));
    const all = [flood, ...others];
    const ask = async (answers: number) => {
      for (const client of all.flat()) client.send('GET /a HTTP/1.1\r\nHost: shop\r\n\r\n');
      for (const client of all.flat()) await client.answers(answers);
    };
    // The server has accepted all connections then.
    await ask(1);
    cost = 4;
    await ask(2);
    const isAccepted = (client: RawClient) => client.statuses()[1] === 200;
    const accepted = all.map((clients) => clients.filter(isAccepted).length);
    expect(accepted).toEqual([26, ...times(12, 4), 2]);
  });
});

describe('when the database is short', () => {
  test('what uses it is shed, and checkouts when the backlog is twice as long', async () => {
    backlog = 1;
    expect(await together('/cart', paths.checkout, '/a')).toEqual([503, 200, 200]);
    backlog = 2;
    expect(await together('/cart', paths.checkout, '/a')).toEqual([503, 503, 200]);
    backlog = 0.9;
    expect(await together('/cart')).toEqual([200]);
    expect(shed).toEqual(times(3, 'database'));
  });

  test('a shed request gets 503 with Retry-After, and the connection stays open', async () => {
    backlog = 1;
    await together('/cart');
    const [head = '', body = ''] = clients[0]?.received().split('\r\n\r\n') ?? [];
    expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(head).toMatch(/\r\nretry-after: 1\r\n/);
    expect(JSON.parse(body)).toEqual({ success: false, message: messages.overloaded });
    backlog = 0;
    expect(await together('/cart')).toEqual([200]);
  });

  test('the rest of a long body is not read: the connection ends', async () => {
    backlog = 1;
    const client = await connectRaw(port);
    client.send('POST /cart HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000000\r\n\r\nbegun');
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 503 .*\r\nconnection: close\r\n/s);
  });
});

const { services } = await openTestShop();

describe('a shop whose database is short', () => {
  let get: (path: string) => Promise<LightMyRequestResponse>;
  beforeAll(async () => {
    const short = { ...services, databaseBacklog: () => 5 };
    const pages = stubPages();
    const shop = await buildApp({ services: short, config: testConfig, logger: false, pages });
    get = (path) => shop.inject(path);
    return () => shop.close();
  });

  test.each(['/healthz', '/robots.txt', '/login', '/no-such-page', '/api/openapi.json'])(
    'answers what needs no database: %s',
    async (path) => {
      expect([200, 404]).toContain((await get(path)).statusCode);
    },
  );

  test.each([
    '/',
    '/?product=any',
    '/sitemap.xml',
    '/product-details?product=any',
    '/identity/any.svg',
  ])('sheds what needs it: %s', async (path) => {
    expect((await get(path)).statusCode).toBe(503);
  });

  test.each([paths.products, paths.cart, paths.orders])(
    'sheds what needs it, and tells pages of other origins: %s',
    async (path) => {
      const { statusCode, headers } = await get(path);
      expect(statusCode).toBe(503);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toContain('Retry-After');
    },
  );
});
