import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { paths, productPath, searchPath } from '../../../contract/paths.ts';
import { type AppOptions, buildApp } from '../../app.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { ask, type Reply, type Sent } from './ask.testing.ts';
import type { Answered } from './request-log.ts';
import { ResponseCache } from './response-cache.ts';

const shop = await openTestShop({ trustProxy: '127.0.0.1' });
await shop.sell({ id: 'lamp' });
const { app } = shop;
await app.listen({ host: '127.0.0.1', port: 0 });

/** https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks */
const HANDLER_STARTS = 'tracing:fastify.request.handler:start';

const get = (path: string, sent: Sent = {}) => ask(app, { path, ...sent });

/** @returns how many of the requests that `run` makes a route handles */
async function countRouted(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const increment = () => {
    count++;
  };
  subscribe(HANDLER_STARTS, increment);
  await run();
  unsubscribe(HANDLER_STARTS, increment);
  return count;
}

/** The cache is shared by all tests here: each begins with a version of the catalogue of its own. */
beforeEach(() => shop.sell({ id: 'lamp' }));

const publicGets = [
  paths.products,
  `${paths.products}?limit=60`,
  `${paths.products}?ids=lamp`,
  `${paths.products}?category=Tests&sort=price`,
  productPath('lamp'),
  searchPath('lamp'),
  searchPath('xylophone'),
  paths.facets,
  `${paths.suggestions}?value=la`,
];

describe('a public GET', () => {
  test.each(publicGets)(
    '%s is answered from the cache the second time, with the same headers and body',
    async (path) => {
      const first = await get(path);
      const answered = await countRouted(async () => {
        const again = await get(path);
        expect(again).toEqual({ ...first, id: again.id });
        expect(again.id).toMatch(/^[0-9a-f-]{36}$/);
        expect(again.id).not.toBe(first.id);
      });
      expect(answered).toBe(0);
    },
  );

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0.1', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('is compressed as the client accepts it (%s): %s', async (accepted, encoding, decompress) => {
    const plain = await get(paths.products);
    for (let times = 0; times < 2; times++) {
      const reply = await get(paths.products, { headers: { 'accept-encoding': accepted } });
      expect(reply.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(reply.body.length),
        vary: 'Accept-Encoding',
      });
      expect(decompress(reply.body)).toEqual(plain.body);
      expect(reply.body.length).toBeLessThan(plain.body.length / 3);
    }
  });

  test.each([undefined, 'identity', 'deflate', 'br;q=0, gzip;q=0'])(
    'is not compressed where the client accepts no other (%s)',
    async (accepted) => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const reply = await get(paths.products, { headers });
      expect(reply.headers).not.toHaveProperty('content-encoding');
      expect(JSON.parse(reply.body.toString()).length).toBeGreaterThan(10);
    },
  );

  test.each([
    ['the ETag', (etag: string) => etag],
    ['the ETag as a strong one', (etag: string) => etag.replace('W/', '')],
    ['one of several', (etag: string) => `"other", ${etag}`],
    ['any', () => '*'],
  ])('is 304 without a body for a client that has it: %s', async (_, known) => {
    const { etag = '' } = (await get(paths.products)).headers;
    const headers = { 'if-none-match': known(etag) };
    const cached = await get(paths.products, { headers });
    // Nobody asked for it so far in this encoding: the route answers.
    const routed = await get(paths.products, { headers: { ...headers, 'accept-encoding': 'br' } });
    for (const reply of [cached, routed]) {
      expect(reply.status).toBe(304);
      expect(reply.body).toHaveLength(0);
      expect(reply.headers).toMatchObject({ etag, 'cache-control': 'no-cache' });
      expect(reply.headers).not.toHaveProperty('content-length');
    }
  });

  test.each(['"other"', 'W/"other"', ''])(
    'is sent to a client that has another: %s',
    async (known) => {
      const reply = await get(paths.products, { headers: { 'if-none-match': known } });
      expect(reply.status).toBe(200);
    },
  );

  test('that finds nothing has no ETag: preconditions are for successes', async () => {
    const headers = { 'if-none-match': '*' };
    for (let times = 0; times < 2; times++) {
      const reply = await get(searchPath('xylophone'), { headers });
      expect([reply.status, reply.body.toString()]).toEqual([404, '[]']);
      expect(reply.headers).not.toHaveProperty('etag');
    }
  });

  test('is new in the very next request after the catalogue changed', async () => {
    await shop.sell({ id: 'lamp', name: 'Old Lamp' });
    const old = await get(paths.products);
    expect((await get(paths.products)).body.toString()).toContain('Old Lamp');
    await shop.sell({ id: 'lamp', name: 'New Lamp' });
    const reply = await get(paths.products, {
      headers: { 'if-none-match': old.headers.etag ?? '' },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.toString()).toContain('New Lamp');
  });

  test('demands HTTPS of clients whose proxy used it, and of no other', async () => {
    const demands = async (protocol?: string) => {
      const headers = protocol === undefined ? {} : { 'x-forwarded-proto': protocol };
      return 'strict-transport-security' in (await get(paths.products, { headers })).headers;
    };
    for (let times = 0; times < 2; times++) {
      expect(await demands()).toBe(false);
      expect(await demands('https')).toBe(true);
      expect(await demands('http')).toBe(false);
    }
  });
});

describe('the route answers', () => {
  test.each<[string, Sent]>([
    ['HEAD', { method: 'HEAD' }],
    ['a request with a token', { headers: { authorization: 'Bearer any' } }],
    ['a request with a body', { body: 'odd', headers: { 'content-length': '3' } }],
  ])('%s, each time', async (_, sent) => {
    await get(paths.products);
    expect(await countRouted(() => get(paths.products, sent))).toBe(1);
    expect(await countRouted(() => get(paths.products, sent))).toBe(1);
  });

  test.each([productPath('no-such-thing'), '/healthz'])(
    'what may not be cached, each time: %s',
    async (path) => {
      const first = await get(path);
      expect(first.headers['cache-control']).toBe('no-store');
      expect(first.headers).not.toHaveProperty('etag');
      expect(await countRouted(() => get(path))).toBe(1);
    },
  );
});

test('the least recently used response leaves first where there is no room', async () => {
  const cache = new ResponseCache({
    catalogueVersion: async () => '1',
    buildId: 'test',
    protocolOf: () => '',
    onAnswered() {},
    maxBytes: 10_000,
  });
  const small = Fastify({
    serverFactory: (handle) =>
      createServer(async (request, response) => {
        if (!(await cache.respond(request, response))) handle(request, response);
      }),
  });
  onTestFinished(() => small.close());
  small.decorateRequest('catalogueVersion', '');
  cache.cacheRoutes(small);
  small.get('/:n', async () => 'x'.repeat(1_000));
  await small.listen({ host: '127.0.0.1', port: 0 });
  const read = (n: number) => ask(small, { path: `/${n}` });
  // Three entries of some 3 kB fit.
  for (const n of [1, 2, 3, 1, 4]) await read(n);
  expect(await countRouted(() => read(1))).toBe(0);
  expect(await countRouted(() => read(2))).toBe(1);
});

describe('a new build', () => {
  async function openBuild(
    buildId: string,
  ): Promise<(headers?: Sent['headers']) => Promise<Reply>> {
    const pages: AppOptions['pages'] = {
      render: async () => ({ status: 200, html: `<p>${buildId}</p>`, scriptHashes: [] }),
      serveAssets: async () => {},
      buildId,
      isDevelopment: false,
    };
    const config = {
      trustProxy: false,
      authRateLimit: 0,
      orderRateLimit: 0,
      publicUrl: '',
      imageOrigin: '',
    } as const;
    const other = await buildApp({ services: shop.services, config, logger: false, pages });
    await other.listen({ host: '127.0.0.1', port: 0 });
    return (headers = {}) => ask(other, { path: '/', headers });
  }

  test('has other ETags, so that clients load its pages though no product changed', async () => {
    const [getOld, getNew] = [await openBuild('one'), await openBuild('two')];
    const { etag = '' } = (await getOld()).headers;
    expect((await getOld({ 'if-none-match': etag })).status).toBe(304);
    const reply = await getNew({ 'if-none-match': etag });
    expect([reply.status, reply.body.toString()]).toEqual([200, '<p>two</p>']);
  });
});

test('cached responses are logged as all others are', async () => {
  const lines: Partial<Answered & { reqId: string; msg: string }>[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  const logged = await openTestShop({ logger: { level: 'info', stream } });
  await logged.app.listen({ host: '127.0.0.1', port: 0 });
  const ids: unknown[] = [];
  for (let times = 0; times < 2; times++) {
    ids.push((await ask(logged.app, { path: paths.products })).id);
  }
  const answered = () => lines.filter(({ msg }) => msg === 'answered');
  await expect.poll(answered).toHaveLength(2);
  expect(answered().map(({ reqId }) => reqId)).toEqual(ids);
  for (const line of answered()) {
    expect(line).toMatchObject({ method: 'GET', route: paths.products, status: 200 });
    expect(line.ms).toEqual(expect.any(Number));
  }
  expect(Object.keys(answered()[0] ?? {})).toEqual(Object.keys(answered()[1] ?? {}));
});
