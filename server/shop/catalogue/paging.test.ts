import { describe, expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../../operations/feeds/test-feeds.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { formatCursor } from './rules.ts';
import { countProducts } from './store.ts';

const shop = await openTestShop();
const feeds = await openTestFeeds();
const records = Array.from({ length: 250 }, (_, n) => feedRecord(`p-${n}`));
await importFile(shop.services, await feeds.write('a.jsonl', toJsonLines(records)));

async function idsInOrder(): Promise<string[]> {
  const rows = await shop.services.db
    .selectFrom('products')
    .select('id')
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}

/** Goes from page to page by the Link header, as any client would. */
async function follow(url: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | undefined = url; next !== undefined; ) {
    const reply = await shop.call('GET', next);
    expect(reply.statusCode).toBe(200);
    pages.push(reply.json().map(({ _id }: Product) => _id));
    next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link))?.[1];
  }
  return pages;
}

describe('decisions, GET /products: Link leads to every product exactly once', () => {
  test.each([
    ['?limit=100', 100],
    ['?sort=relevance', 100],
    ['?limit=99', 99],
    ['?limit=7', 7],
  ])('%s', async (query, size) => {
    const pages = await follow(`${paths.products}${query}`);
    const all = await idsInOrder();
    expect(pages.flat()).toEqual(all);
    expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
    expect(pages).toHaveLength(Math.ceil(all.length / size));
  });

  test('also where a page ends with the last product', async () => {
    const all = await idsInOrder();
    const { db } = shop.services;
    await db.deleteFrom('products').where('id', 'in', all.slice(200)).execute();
    const pages = await follow(`${paths.products}?limit=50`);
    expect(pages.map((page) => page.length)).toEqual([50, 50, 50, 50]);
  });

  test('also while products are taken out and put in', async () => {
    const first = await shop.call('GET', `${paths.products}?limit=10`);
    const [seen] = first.json();
    await shop.withdraw(seen._id);
    await shop.sell({ id: 'put-in-meanwhile' });
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const rest = (await follow(next)).flat();
    const seenIds = first.json().map(({ _id }: Product) => _id);
    expect([...seenIds.slice(1), ...rest]).toEqual(await idsInOrder());
  });
});

describe('decisions, GET /products without parameters', () => {
  test('is the whole catalogue', async () => {
    const all = await idsInOrder();
    for (const query of ['', '?', '?unknown=parameter']) {
      expect(await follow(`${paths.products}${query}`)).toEqual([all]);
    }
  });

  test('is 5,000 products of more, and a link to the next one', async () => {
    const large = await openTestShop();
    const many = Array.from({ length: 5_050 }, (_, n) => feedRecord(`many-${n}`));
    await importFile(large.services, await feeds.write('many.jsonl', toJsonLines(many)));
    const first = await large.call('GET', paths.products);
    expect(first.json()).toHaveLength(5_000);
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    const rest = (await large.call('GET', next)).json();
    expect(rest).toHaveLength(Math.min(100, (await countProducts(large.services.db)) - 5_000));
    const ids = [...first.json(), ...rest].map(({ _id }: Product) => _id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('decisions, GET /products: 400', () => {
  test.each(['0', '101', '1000', '-1', '1.5', '01', '1e1', 'ten', '', '%20', '5&limit=5'])(
    'for limit=%s',
    async (limit) => {
      for (const path of [paths.products, paths.search]) {
        const reply = await shop.call('GET', `${path}?limit=${limit}`);
        expect(reply.statusCode).toBe(400);
        expect(reply.json()).toEqual({ success: false, message: messages.limitInvalid });
      }
    },
  );

  test.each([
    '',
    'x',
    '5',
    'null',
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
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({ success: false, message: messages.cursorInvalid });
    }
  });
});
