import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { fillCatalogue } from '../../testing/test-shop.ts';
import { formatCursor } from './rules.ts';
import { openSellingShop } from './selling.testing.ts';
import { countProducts } from './store.ts';

const shop = await openSellingShop();
await shop.import(Array.from({ length: 250 }, (_, n) => feedRecord(`p-${n}`)));

async function idsInOrder(): Promise<string[]> {
  const products = shop.services.db.selectFrom('products').select('id').orderBy('position');
  return (await products.execute()).map(({ id }) => id);
}

describe('R8.6, GET /products: Link leads to every product exactly once', () => {
  test.each([
    ['?limit=100', 100],
    ['?sort=relevance', 100],
    ['?limit=7', 7],
  ])('%s', async (query, size) => {
    const pages = await shop.follow(`${paths.products}${query}`);
    const all = await idsInOrder();
    expect(pages.flat()).toEqual(all);
    expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
    expect(pages).toHaveLength(Math.ceil(all.length / size));
  });

  test('also where a page ends with the last product', async () => {
    const all = await idsInOrder();
    const { db } = shop.services;
    await db.deleteFrom('products').where('id', 'in', all.slice(200)).execute();
    const pages = await shop.follow(`${paths.products}?limit=50`);
    expect(pages.map((page) => page.length)).toEqual([50, 50, 50, 50]);
  });

  test('also while products are taken out and put in', async () => {
    const first = await shop.call('GET', `${paths.products}?limit=10`);
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const seen: string[] = first.json().map(({ _id }: { _id: string }) => _id);
    await shop.withdraw(seen[0] ?? '');
    await shop.sell({ id: 'put-in-meanwhile' });
    const rest = (await shop.follow(next)).flat();
    expect([...seen.slice(1), ...rest]).toEqual(await idsInOrder());
  });
});

describe('R9.4: GET /products without parameters', () => {
  test('is the whole catalogue', async () => {
    const all = await idsInOrder();
    for (const query of ['', '?', '?unknown=parameter']) {
      expect(await shop.follow(`${paths.products}${query}`)).toEqual([all]);
    }
  });

  test('is 5,000 products of more, and a link to the next one, as a blank search is', async () => {
    const large = await openSellingShop();
    const many = Array.from({ length: 4_950 }, (_, n) => `many-${n}`);
    await fillCatalogue(large.services, many);
    const pages = await large.follow(paths.products);
    const sizes = [5_000, (await countProducts(large.services.db)) - 5_000];
    expect(pages.map((page) => page.length)).toEqual(sizes);
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
    const [list, blank] = [
      await large.call('GET', paths.products),
      await large.call('GET', searchPath('')),
    ];
    expect([blank.payload, blank.headers.link]).toEqual([list.payload, list.headers.link]);
  });
});

describe('R9.4, GET /products: 400', () => {
  test.each(['0', '101', '-1', '1.5', '01', '1e1', 'ten', '', '%20', '5&limit=5'])(
    'for limit=%s',
    async (limit) => {
      for (const path of [paths.products, paths.search]) {
        const reply = await shop.call('GET', `${path}?limit=${limit}`);
        expectRefused(reply, 400, messages.limitInvalid);
      }
    },
  );

  test.each([
    '',
    'x',
    '%F0%9F%98%80',
    formatCursor([]),
    formatCursor([1, 2]),
    Buffer.from('["1"]').toString('base64url'),
    Buffer.from('[null]').toString('base64url'),
    Buffer.from('[1e999]').toString('base64url'),
    Buffer.from('{"length":1}').toString('base64url'),
    `${formatCursor([1])}&cursor=${formatCursor([2])}`,
  ])('for cursor=%s', async (cursor) => {
    for (const path of [paths.products, paths.search]) {
      const reply = await shop.call('GET', `${path}?cursor=${cursor}`);
      expectRefused(reply, 400, messages.cursorInvalid);
    }
  });
});
