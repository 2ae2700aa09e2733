/** Which version of a product its page and its details show. */
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { productAddress } from '../../../contract/listing.ts';
import { productDetailsPath } from '../../../contract/page-addresses.ts';
import { ask } from '../../platform/http/ask.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { stubPages } from './stub-pages.testing.ts';

/** How many pages were rendered. */
let rendered = 0;

const shop = await openTestShop({
  pages: stubPages({
    render: async (_, { product }) => {
      rendered++;
      const html = `<p>${product?.name}, ${product?.stock} left</p>`;
      return { status: product === undefined ? 404 : 200, html, scriptHashes: [] };
    },
  }),
});
await shop.sell({ id: 'lamp', name: 'Lamp' });
await shop.sell({ id: 'clock', name: 'Clock', stock: 3 });
await shop.sell({ id: 'retired', active: false });
await shop.app.listen({ host: '127.0.0.1', port: 0 });

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(shop.app, { path, headers });

async function order(productId: string): Promise<void> {
  const shopping = shoppingIn(shop);
  const shopper = await shopping.readyShopper({ [productId]: 1 });
  expect((await shopping.checkout(shopper, shopper)).statusCode).toBe(200);
}

describe('the page of a product', () => {
  test('whose stock is not counted is cached, with an ETag', async () => {
    const first = await get(productAddress('lamp'));
    const before = rendered;
    const again = await get(productAddress('lamp'));
    expect([again.status, again.body.toString()]).toEqual([200, '<p>Lamp, null left</p>']);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(rendered).toBe(before);
    const known = { 'if-none-match': String(first.headers.etag) };
    expect((await get(productAddress('lamp'), known)).status).toBe(304);
  });

  test('shows counted stock as the last order left it, though the catalogue has no new version', async () => {
    await shop.sell({ id: 'watch', name: 'Watch', stock: 3 });
    const path = productAddress('watch');
    const first = await get(path);
    expect(first.body.toString()).toBe('<p>Watch, 3 left</p>');
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(first.headers).not.toHaveProperty('etag');
    await order('watch');
    expect((await get(path)).body.toString()).toBe('<p>Watch, 2 left</p>');
    // It is rendered once for each number, and compressed.
    const before = rendered;
    const reply = await get(path, { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(reply.body).toString()).toBe('<p>Watch, 2 left</p>');
    expect(rendered).toBe(before);
    // Somebody who has a page of this version of the catalogue gets this one all the same.
    const { etag } = (await get(productAddress('lamp'))).headers;
    expect((await get(path, { 'if-none-match': String(etag) })).status).toBe(200);
  });

  test('is 404 for what is unknown, not on sale, or no id at all', async () => {
    for (const id of ['nothing', 'retired', '../lamp', '\0', 'x'.repeat(5_000)]) {
      expect((await get(productAddress(id))).status).toBe(404);
    }
  });
});

describe('the details of a product', () => {
  test('are what the API has of it, and more', async () => {
    const { status, headers, body } = await get(productDetailsPath('lamp'));
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(JSON.parse(body.toString())).toEqual({
      _id: 'lamp',
      name: 'Lamp',
      category: 'Tests',
      cost: 10,
      rating: 4.5,
      image: '/test.webp',
      pictures: ['/test.webp'],
      brand: '',
      description: '',
      stock: null,
      variants: [],
    });
  });

  test('have counted stock as the last order left it', async () => {
    const stock = async () =>
      JSON.parse((await get(productDetailsPath('clock'))).body.toString()).stock;
    const before = await stock();
    await order('clock');
    expect(await stock()).toBe(before - 1);
  });

  test('are 404 for what is unknown or not on sale, and 400 without an id', async () => {
    for (const id of ['nothing', 'retired', '', '\0']) {
      expect((await get(productDetailsPath(id))).status).toBe(404);
    }
    expect((await get('/product-details')).status).toBe(400);
    expect((await get('/product-details?product=a&product=b')).status).toBe(400);
  });
});
