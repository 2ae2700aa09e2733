import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths, productPath, productsByIdsPath, searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { openSellingShop } from './selling.testing.ts';

const shop = await openSellingShop();
const sell = (...ids: string[]) =>
  shop.import(ids.map((id) => feedRecord(id, { name: 'Any', image: '/any.webp' })));

test('R9.4: GET /products answers 200 with a bare array of products, in the order of the catalogue', async () => {
  const reply = await shop.call('GET', paths.products);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.json()[0]).toEqual({
    _id: 'denim-blue-armchair',
    name: 'Denim Blue Armchair',
    category: 'Furniture',
    cost: 345,
    rating: 4.5,
    image: expect.stringMatching(/^\/product-pictures\/.*\/640\.webp$/),
  });
});

describe('R9.4, GET /products: ETag', () => {
  test.each([
    ['the first page', paths.products],
    ['a page of two', `${paths.products}?limit=2`],
    ['some ids', productsByIdsPath(['midnight-road-bicycle'])],
  ])('%s is 304 and empty to who has it, until the catalogue changes', async (_what, url) => {
    const etag = String((await shop.call('GET', url)).headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const headers = { 'if-none-match': etag };
    const again = await shop.call('GET', url, { headers });
    expect([again.statusCode, again.payload]).toEqual([304, '']);

    await sell(`fresh-${crypto.randomUUID()}`);
    const changed = await shop.call('GET', url, { headers });
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

describe('R9.4, GET /products: ?ids=', () => {
  test('answers with those that exist, in the order of the catalogue', async () => {
    const wanted = [
      'teal-garden-trowel',
      'no-such-thing',
      'midnight-road-bicycle',
      'teal-garden-trowel',
    ];
    const [ids = [], ...more] = await shop.follow(productsByIdsPath(wanted));
    expect(ids.toSorted()).toEqual(['midnight-road-bicycle', 'teal-garden-trowel']);
    expect(more).toEqual([]);
  });

  test('none of them there is an empty list, no error', async () => {
    const reply = await shop.call('GET', productsByIdsPath(['no-such-thing']));
    expect([reply.statusCode, reply.json()]).toEqual([200, []]);
  });

  test('up to 100 of them', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `many-${n}`);
    await sell(...ids);
    expect(await shop.idsAt(productsByIdsPath(ids))).toEqual(ids);
  });

  test.each([
    '',
    ',',
    'a,,b',
    'a%00',
    'a%2Fb',
    'i'.repeat(201),
    'a&ids=b',
    Array(101).fill('a').join(),
  ])('ids=%s is refused', async (ids) => {
    const reply = await shop.call('GET', `${paths.products}?ids=${ids}`);
    expectRefused(reply, 400, messages.idsInvalid);
  });
});

describe('GET /products/{id}', () => {
  test('R9.5: answers 200 with the product', async () => {
    const reply = await shop.call('GET', productPath('teal-garden-trowel'));
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      _id: 'teal-garden-trowel',
      name: 'Teal Garden Trowel',
      category: 'Garden',
      cost: 16,
      rating: 0,
      image: expect.stringMatching(/^\/product-pictures\//),
    });
  });

  test('an id of 200 characters is one', async () => {
    const id = 'i'.repeat(200);
    await sell(id);
    expect((await shop.call('GET', productPath(id))).json()).toMatchObject({ _id: id });
  });

  test.each([
    'no-such-thing',
    'a b',
    "' or 1=1 --",
    '%',
    '字',
    'Teal-Garden-Trowel',
    'i'.repeat(201),
  ])('R9.5: 404 for %s', async (id) => {
    expectRefused(await shop.call('GET', productPath(id)), 404, messages.productMissing);
  });
});

describe('a product is found by an id as other shops have them', () => {
  test.each([
    'Ø 35 (L)',
    'Größe,M;#2+™',
    'ключ-字-مفتاح',
    '100%',
    'a%2Cb,c',
    '%2e%2e',
    "it's <b>&amp;?x=1",
    'back\\slash',
    '😀'.repeat(200),
  ])('%s', async (id) => {
    await sell(id);
    expect((await shop.call('GET', productPath(id))).json()).toMatchObject({ _id: id });
    const listed = productsByIdsPath([id, 'teal-garden-trowel']);
    expect((await shop.idsAt(listed)).toSorted()).toEqual([id, 'teal-garden-trowel'].toSorted());
    const as = await shop.shopper();
    const cart = await shop.call('POST', paths.cart, { as, body: { productId: id, qty: 1 } });
    expect(cart.json()).toEqual([{ productId: id, qty: 1 }]);
  });
});

describe('R9.4: `image` is absolute if PUBLIC_URL is set', async () => {
  const origin = 'https://shop.example';
  const published = await openTestShop({ publicUrl: origin, imageOrigin: origin });
  await published.sell({ id: 'lamp', name: 'Lamp' });

  test.each([
    paths.products,
    `${paths.products}?ids=lamp`,
    `${paths.products}?category=Tests`,
    searchPath('lamp'),
    productPath('lamp'),
  ])('%s', async (path) => {
    const products: { image: string }[] = [(await published.call('GET', path)).json()].flat();
    expect(products.length).toBeGreaterThan(0);
    for (const { image } of products) expect(image.startsWith(`${origin}/`)).toBe(true);
  });
});
