import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { paths, productPath, searchPath } from '../../../contract/paths.ts';
import { type AppOptions, buildApp } from '../../app.ts';
import { stubPages } from '../../shop/pages/stub-pages.testing.ts';
import { testConfig } from '../../testing/test-config.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { ask, type Reply, type Sent } from './ask.testing.ts';
import { ResponseCache } from './response-cache.ts';

const shop = await openTestShop({ trustProxy: '127.0.0.1' });
await shop.sell({ id: 'lamp' });
const { app } = shop;
await app.listen({ host: '127.0.0.1', port: 0 });

/** https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks */
const HANDLER_STARTS = 'tracing:fastify.request.handler:start';

const get = (path: string, sent: Sent = {}) => ask(app, { path, ...sent });

/** @returns how many of the requests that `run` makes a route of this app handles */
async function countRouted(run: () => Promise<unknown>, of = app): Promise<number> {
  let count = 0;
  // The channel has the requests of all apps of the process.
  const increment = (message: unknown) => {
    const { request } = message as { request: FastifyRequest };
    if (request.server.server === of.server) count++;
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

/** Expects the second request to get the cached response to the first path, under an id of its own. */
async function expectShared(path: string, second: Sent): Promise<void> {
  const first = await get(path);
  const routed = await countRouted(async () => {
    const again = await ask(app, second);
    expect(again).toEqual({ ...first, id: again.id });
    expect(again.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(again.id).not.toBe(first.id);
  });
  expect(routed).toBe(0);
}

describe('a public GET', () => {
  test.each(publicGets)(
    '%s is answered from the cache the second time, with the same headers and body',
    (path) => expectShared(path, { path }),
  );

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
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

describe('what changes nothing shares a cached response', () => {
  test.each([
    [`${paths.products}?limit=60`, `${paths.products}?_=1&limit=60&${'x'.repeat(10_000)}=`],
    [`${paths.products}?limit=60&sort=price`, `${paths.products}?sort=price&limit=60`],
    [paths.products, `${paths.products.toUpperCase()}/?utm_source=mail`],
    [productPath('lamp'), `${productPath('lamp')}?limit=1`],
    [searchPath('lamp'), `${searchPath('lamp')}&ids=lamp`],
  ])('%s', (path, other) => expectShared(path, { path: other }));

  test('HEAD, without the body', async () => {
    const { headers } = await get(paths.products);
    const routed = await countRouted(async () => {
      const reply = await get(paths.products, { method: 'HEAD' });
      expect(reply).toMatchObject({ status: 200, headers });
      expect(reply.body).toHaveLength(0);
    });
    expect(routed).toBe(0);
  });

  test('but a parameter that is there twice is refused, whatever is cached', async () => {
    await get(`${paths.products}?limit=1`);
    expect((await get(`${paths.products}?limit=1&limit=1`)).status).toBe(400);
  });

  test('unknown parameters are not repeated in the link to the next page', async () => {
    const { headers } = await get(`${paths.products}?x=${'x'.repeat(10_000)}&limit=1`);
    expect(headers.link).toMatch(/^<\/api\/v1\/products\?limit=1&cursor=[\w-]+>; rel="next"$/);
  });
});

describe('the route answers', () => {
  test.each<[string, string, Sent]>([
    ['a request with a token', paths.products, { headers: { authorization: 'Bearer any' } }],
    ['an address that is too long', searchPath('x'.repeat(3_000)), {}],
  ])('%s, each time', async (_, path, sent) => {
    await get(paths.products);
    expect(await countRouted(() => get(path, sent))).toBe(1);
    expect(await countRouted(() => get(path, sent))).toBe(1);
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

test('what is kept has a bound that counts keys and headers, and the least recently used leaves', async () => {
  const small = Fastify();
  onTestFinished(() => small.close());
  const cache = new ResponseCache(small, {
    catalogueVersion: async () => '1',
    dependencies: ['test'],
    maxBytes: 10_000,
  });
  cache.cacheRoutes(small);
  const schema = { querystring: Type.Object({ value: Type.String() }) };
  small.get('/:n', { schema }, async (_, reply) => {
    return reply.header('link', 'x'.repeat(500)).send('x'.repeat(200));
  });
  await small.listen({ host: '127.0.0.1', port: 0 });
  const read = (n: number) => ask(small, { path: `/${n}?value=${'x'.repeat(1_000)}` });
  // Three entries of some 3 kB fit.
  for (const n of [1, 2, 3, 1, 4]) await read(n);
  expect(await countRouted(() => read(1), small)).toBe(0);
  expect(await countRouted(() => read(2), small)).toBe(1);
});

describe('a new build', () => {
  async function openBuild(
    buildId: string,
    settings: Partial<AppOptions['config']> = {},
  ): Promise<(headers?: Sent['headers']) => Promise<Reply>> {
    const html = `<p>${buildId}</p>`;
    const render = async () => ({ status: 200, html, scriptHashes: [] });
    const pages = stubPages({ render, buildId });
    const config = { ...testConfig, ...settings };
    const other = await buildApp({ services: shop.services, config, logger: false, pages });
    onTestFinished(() => other.close());
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

  test.each([{ publicUrl: 'https://new.example' }, { imageOrigin: 'https://new.example' }])(
    'or another setting that pages depend on has others, too: %o',
    async (settings) => {
      const [getOld, getNew] = [await openBuild('one'), await openBuild('one', settings)];
      const { etag = '' } = (await getOld()).headers;
      expect((await getNew({ 'if-none-match': etag })).status).toBe(200);
    },
  );
});

test('cached responses are logged as all others are', async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  const logged = await openTestShop({ logger: { level: 'info', stream } });
  await logged.app.listen({ host: '127.0.0.1', port: 0 });
  const read = async () => (await ask(logged.app, { path: paths.products })).id;
  const ids = [await read(), await read()];
  const answered = () => lines.filter(({ msg }) => msg === 'answered');
  await expect.poll(answered).toHaveLength(2);
  const [routed = {}, cached = {}] = answered();
  expect([routed.reqId, cached.reqId]).toEqual(ids);
  expect(cached).toMatchObject({ method: 'GET', route: paths.products, status: 200 });
  expect(cached.ms).toEqual(expect.any(Number));
  expect(Object.keys(cached)).toEqual(Object.keys(routed));
});
