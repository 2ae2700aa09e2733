import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import * as messages from '../../../contract/messages.ts';
import { paths, productPath, productsByIdsPath, searchPath } from '../../../contract/paths.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../../operations/feeds/test-feeds.ts';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();
const feeds = await openTestFeeds();

async function sell(...ids: string[]): Promise<void> {
  const records = ids.map((id) => feedRecord(id));
  await importFile(shop.services, await feeds.write('a.jsonl', toJsonLines(records)));
}

function refusal(message: string): unknown {
  return { success: false, message };
}

describe('GET /products', () => {
  test('spec 7: answers 200 with a bare array of products, in the order of the catalogue', async () => {
    const reply = await shop.call('GET', paths.products);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.json()[0]).toEqual({
      _id: 'studio-wireless-headphones',
      name: 'Studio Wireless Headphones',
      category: 'Electronics',
      cost: 149.99,
      rating: 4.5,
      image: '/pictures/1f3a7.webp',
    });
  });

  test.each(['gzip', 'br', 'br, gzip', 'gzip, deflate, br, zstd', 'gzip;q=1.0, br;q=0'])(
    'is compressed as the client accepts it: %s',
    async (accepted) => {
      const plain = await shop.call('GET', paths.products);
      const reply = await shop.call('GET', paths.products, {
        headers: { 'accept-encoding': accepted },
      });
      const encoding = /br(?!;q=0)/.test(accepted) ? 'br' : 'gzip';
      const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync;
      expect(reply.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
      });
      expect(decompress(reply.rawPayload).toString()).toBe(plain.payload);
      expect(reply.headers.etag).toBe(plain.headers.etag);
    },
  );

  test.each(['identity', 'gzip;q=0, br;q=0', 'deflate', ''])(
    'is not compressed for a client that accepts: %s',
    async (accepted) => {
      const reply = await shop.call('GET', paths.products, {
        headers: { 'accept-encoding': accepted },
      });
      expect(reply.headers).not.toHaveProperty('content-encoding');
      expect(reply.headers.vary).toBe('Accept-Encoding');
      expect(reply.json().length).toBeGreaterThan(0);
    },
  );
});

describe('decisions, GET /products: ETag', () => {
  test.each([
    ['the first page', paths.products],
    ['a page of two', `${paths.products}?limit=2`],
    ['some ids', productsByIdsPath(['midnight-smartphone'])],
  ])('%s is 304 and empty to who has it, until the catalogue changes', async (_what, url) => {
    const first = await shop.call('GET', url);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('no-cache');

    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await shop.call('GET', url, { headers: { 'if-none-match': known } });
      expect(again.statusCode).toBe(304);
      expect(again.payload).toBe('');
      expect(again.headers.etag).toBe(etag);
    }

    await shop.services.db.deleteFrom('products').where('category', '=', 'Tests').execute();
    await sell('fresh-product');
    await sell('midnight-smartphone');
    const changed = await shop.call('GET', url, { headers: { 'if-none-match': etag } });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('an import of the same again leaves it as it is', async () => {
    await sell('steady');
    const before = await shop.call('GET', paths.products);
    await sell('steady');
    const after = await shop.call('GET', paths.products);
    expect(after.headers.etag).toBe(before.headers.etag);
  });
});

describe('decisions, GET /products: ?ids=', () => {
  test('answers with those that exist, in the order of the catalogue', async () => {
    const reply = await shop.call(
      'GET',
      productsByIdsPath([
        'tin-toy-rocket',
        'no-such-thing',
        'midnight-smartphone',
        'tin-toy-rocket',
      ]),
    );
    const ids = reply.json().map(({ _id }: Product) => _id);
    expect(ids.toSorted()).toEqual(['midnight-smartphone', 'tin-toy-rocket']);
    expect(reply.headers).not.toHaveProperty('link');
  });

  test('none of them there is an empty list, no error', async () => {
    const reply = await shop.call('GET', productsByIdsPath(['no-such-thing']));
    expect([reply.statusCode, reply.json()]).toEqual([200, []]);
  });

  test('up to 100 of them', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `many-${n}`);
    await sell(...ids);
    const reply = await shop.call('GET', productsByIdsPath(ids));
    expect(reply.json().map(({ _id }: Product) => _id)).toEqual(ids);
  });

  test.each(['', ',', 'a,,b', 'a b', 'a%00', "'", 'a%2Fb', 'i'.repeat(101), 'a&ids=b'])(
    'ids=%s is refused',
    async (ids) => {
      const reply = await shop.call('GET', `${paths.products}?ids=${ids}`);
      expect([reply.statusCode, reply.json()]).toEqual([400, refusal(messages.idsInvalid)]);
    },
  );

  test('101 of them are refused', async () => {
    const reply = await shop.call('GET', productsByIdsPath(Array(101).fill('a')));
    expect([reply.statusCode, reply.json()]).toEqual([400, refusal(messages.idsInvalid)]);
  });
});

describe('GET /products/{id}', () => {
  test('decisions: answers 200 with the product', async () => {
    const reply = await shop.call('GET', productPath('tin-toy-rocket'));
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      _id: 'tin-toy-rocket',
      name: 'Tin Toy Rocket',
      category: 'Toys & Games',
      cost: 16,
      rating: 0,
      image: expect.stringMatching(/^\/pictures\//),
    });
  });

  test('an id of 100 characters is one', async () => {
    const id = 'i'.repeat(100);
    await sell(id);
    expect((await shop.call('GET', productPath(id))).json()).toMatchObject({ _id: id });
  });

  test.each(['no-such-thing', 'a b', "' or 1=1 --", '%', '字', 'Tin-Toy-Rocket'])(
    'decisions: 404 for %s',
    async (id) => {
      const reply = await shop.call('GET', productPath(id));
      expect([reply.statusCode, reply.json()]).toEqual([404, refusal(messages.productMissing)]);
    },
  );

  test('404 for an id that is longer than any', async () => {
    expect((await shop.call('GET', productPath('i'.repeat(101)))).statusCode).toBe(404);
  });
});

describe('decisions: `image` is absolute where PUBLIC_URL is set', async () => {
  const origin = 'https://shop.example';
  const published = await openTestShop({ publicUrl: origin, imageOrigin: origin });
  await published.sell({ id: 'lamp', name: 'Lamp' });

  test.each([
    `${paths.products}?ids=lamp`,
    `${paths.products}?category=Tests`,
    searchPath('lamp'),
    productPath('lamp'),
  ])('%s', async (path) => {
    const [lamp] = [(await published.call('GET', path)).json()].flat();
    expect(lamp.image).toBe(`${origin}/test.webp`);
  });

  test('for the whole catalogue, too', async () => {
    const images: string[] = (await published.call('GET', paths.products))
      .json()
      .map(({ image }: { image: string }) => image);
    expect(images.length).toBeGreaterThan(10);
    expect(images.filter((image) => !image.startsWith(`${origin}/`))).toEqual([]);
  });
});
