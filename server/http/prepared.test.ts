import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { etagOf, Prepared, sendPrepared } from './prepared.ts';
import { VersionedCache } from './versioned-cache.ts';

const text = JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ n, name: 'a product' })));
const headers = { 'content-type': 'application/json; charset=utf-8' };
const prepared = new Prepared(text, { headers });
const app = Fastify();
app.get('/', (request, reply) => sendPrepared(request, reply, prepared));
afterAll(() => app.close());

const ask = (sent: Record<string, string>) => app.inject({ url: '/', headers: sent });

describe('an answer that is made once', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0.1', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])(
    'goes out in the smallest encoding that the client accepts (%s): %s',
    async (accepted, encoding, open) => {
      const reply = await ask({ 'accept-encoding': accepted });
      expect(reply.headers['content-encoding']).toBe(encoding);
      expect(open(reply.rawPayload).toString()).toBe(text);
      expect(reply.rawPayload.length).toBeLessThan(text.length / 5);
    },
  );

  test.each([undefined, 'identity', 'deflate', 'br;q=0, gzip;q=0'])(
    'goes out as it is where the client accepts no other (%s)',
    async (accepted) => {
      const reply = await ask(accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(reply.headers).not.toHaveProperty('content-encoding');
      expect(reply.body).toBe(text);
    },
  );

  test('is compressed once, also where many ask at once', async () => {
    const [first, ...others] = await Promise.all(
      Array.from({ length: 3 }, () => prepared.bodyAs('br')),
    );
    for (const other of [...others, await prepared.bodyAs('br')]) expect(other).toBe(first);
  });

  test('tells caches to keep the encodings apart, and to ask again', async () => {
    const reply = await ask({});
    expect(reply.headers).toMatchObject({
      ...headers,
      vary: 'Accept-Encoding',
      'cache-control': 'no-cache',
      etag: prepared.etag,
    });
  });

  test.each([
    ['the same', prepared.etag],
    ['the same, strong', prepared.etag.replace('W/', '')],
    ['one of several', `"other", ${prepared.etag}`],
    ['any', '*'],
  ])('is 304 without a body for a client that has %s', async (_, known) => {
    const reply = await ask({ 'if-none-match': known });
    expect(reply.statusCode).toBe(304);
    expect(reply.body).toBe('');
    expect(reply.headers.etag).toBe(prepared.etag);
  });

  test.each(['"other"', 'W/"other"', prepared.etag.slice(2, -2), ''])(
    'is sent to a client that has another (%s)',
    async (known) => {
      expect((await ask({ 'if-none-match': known })).statusCode).toBe(200);
    },
  );

  test('has an ETag of its own for other content or other headers', async () => {
    const other = new Prepared(text, { headers: { ...headers, link: '</next>; rel="next"' } });
    expect(other.etag).not.toBe(prepared.etag);
    expect(new Prepared(`${text} `, { headers }).etag).not.toBe(prepared.etag);
    expect(new Prepared(text, { headers }).etag).toBe(prepared.etag);
    expect(etagOf('a', 'b')).not.toBe(etagOf('ab'));
  });
});

describe('what is kept for a version of the catalogue', () => {
  function counted() {
    let made = 0;
    return async () => ++made;
  }

  test('is made once, also when many ask at once', async () => {
    const cache = new VersionedCache<number>(2);
    const make = counted();
    const asked = Array.from({ length: 5 }, () => cache.get('v1', 'key', make));
    expect(await Promise.all(asked)).toEqual([1, 1, 1, 1, 1]);
  });

  test('is made anew for another version', async () => {
    const cache = new VersionedCache<number>(2);
    const make = counted();
    expect(await cache.get('v1', 'key', make)).toBe(1);
    expect(await cache.get('v2', 'key', make)).toBe(2);
    expect(await cache.get('v2', 'key', make)).toBe(2);
  });

  test('is the oldest to go where there is no room', async () => {
    const cache = new VersionedCache<number>(2);
    const make = counted();
    for (const key of ['a', 'b', 'c']) await cache.get('v1', key, make);
    expect(await cache.get('v1', 'b', make)).toBe(2);
    expect(await cache.get('v1', 'a', make)).toBe(4);
  });

  test('is not a failure', async () => {
    const cache = new VersionedCache<number>(2);
    const failing = cache.get('v1', 'key', async () => {
      throw new Error('not this time');
    });
    await expect(failing).rejects.toThrow('not this time');
    expect(await cache.get('v1', 'key', async () => 7)).toBe(7);
  });
});
