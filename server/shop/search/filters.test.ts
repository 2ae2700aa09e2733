import { expect, test } from 'vitest';
import type { Facets } from '../../../contract/catalogue.ts';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';

const shop = await openSellingShop([
  feedRecord('desk', { name: 'Desk Lamp', category: 'Lamps', cost: 20, rating: 4 }),
  feedRecord('floor', { name: 'Floor Lamp', category: 'Lamps', cost: 80, rating: 2.5 }),
  feedRecord('table', { name: 'Lamp Table', category: 'Tables', cost: 200, rating: 4.5 }),
  feedRecord('oak', { name: 'Oak Table', category: 'Tables', cost: 199.99, rating: 0 }),
  feedRecord('rug', { name: 'Rug', category: 'Rugs & Mats', cost: 20, rating: 5 }),
]);

const everywhere: [query: string, found: string[]][] = [
  ['category=Lamps', ['desk', 'floor']],
  ['category=Rugs%20%26%20Mats', ['rug']],
  ['category=lamps', []],
  ['minCost=80', ['floor', 'table', 'oak']],
  ['maxCost=20', ['desk', 'rug']],
  ['minCost=20.01&maxCost=199.99', ['floor', 'oak']],
  ['minCost=100&maxCost=50', []],
  ['minCost=9999999', []],
  ['minRating=4', ['desk', 'table', 'rug']],
  ['minRating=5', ['rug']],
  ['sort=price', ['desk', 'rug', 'floor', 'oak', 'table']],
  ['sort=price-desc', ['table', 'oak', 'floor', 'desk', 'rug']],
  ['sort=rating', ['rug', 'table', 'desk', 'floor', 'oak']],
  ['sort=relevance', ['desk', 'floor', 'table', 'oak', 'rug']],
  ['category=Lamps&sort=price-desc&minRating=2', ['floor', 'desk']],
];

test.each(everywhere)('the catalogue can be filtered and sorted: %s', async (query, found) => {
  expect(await shop.idsAt(`${paths.products}?${query}`)).toEqual(found);
});

test.each<[string, string[]]>([
  ['value=lamp', ['desk', 'floor', 'table']],
  ['value=lamp&category=Tables', ['table']],
  ['value=lamp&sort=price-desc', ['table', 'floor', 'desk']],
  ['value=lapm&maxCost=50', ['desk']],
  ['value=lapm&exact=1&maxCost=50', []],
  ['value=%22%22&maxCost=50', []],
])('and a search for something: %s', async (query, found) => {
  expect(await shop.idsAt(`${paths.search}?${query}`)).toEqual(found);
});

test('a list without matches is empty, a search without matches is 404', async () => {
  const list = await shop.call('GET', `${paths.products}?maxCost=1`);
  expect([list.statusCode, list.json()]).toEqual([200, []]);
  const search = await shop.call('GET', `${paths.search}?value=lamp&maxCost=1`);
  expect([search.statusCode, search.json()]).toEqual([404, []]);
});

test('further pages keep the filters', async () => {
  const pages = await shop.follow(`${paths.search}?value=lamp&sort=price&limit=1`);
  expect(pages).toEqual([['desk'], ['floor'], ['table']]);
});

test.each([
  ['minCost=cheap', messages.minCostInvalid],
  ['minCost=-1', messages.minCostInvalid],
  ['maxCost=1.234', messages.maxCostInvalid],
  ['maxCost=1&maxCost=2', messages.maxCostInvalid],
  ['minRating=6', messages.minRatingInvalid],
  ['minRating=', messages.minRatingInvalid],
  ['sort=cost', messages.sortInvalid],
  ['category=a&category=b', messages.categoryInvalid],
  [`category=${'x'.repeat(81)}`, messages.categoryInvalid],
])('what makes no sense is refused: %s', async (query, message) => {
  for (const path of [paths.products, paths.search]) {
    const reply = await shop.call('GET', `${path}?${query}`);
    expect([reply.statusCode, reply.json().message]).toEqual([400, message]);
  }
});

async function facets(query: string): Promise<Facets> {
  const reply = await shop.call('GET', `${paths.facets}?${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

test('the facets of the whole catalogue', async () => {
  expect(await facets('')).toEqual({
    count: 5,
    categories: [
      { name: 'Lamps', count: 2 },
      { name: 'Tables', count: 2 },
      { name: 'Rugs & Mats', count: 1 },
    ],
    ratings: [
      { stars: 4, count: 3 },
      { stars: 3, count: 3 },
      { stars: 2, count: 4 },
      { stars: 1, count: 4 },
    ],
    minCost: 20,
    maxCost: 200,
  });
});

test('each facet is counted with all other filters applied', async () => {
  expect(await facets('value=lamp&category=Lamps&minCost=50')).toEqual({
    count: 1,
    categories: [
      { name: 'Lamps', count: 1 },
      { name: 'Tables', count: 1 },
    ],
    ratings: [
      { stars: 4, count: 0 },
      { stars: 3, count: 0 },
      { stars: 2, count: 1 },
      { stars: 1, count: 1 },
    ],
    minCost: 20,
    maxCost: 80,
  });
});

test('the chosen category stays among the facets, even without matches', async () => {
  expect((await facets('category=Lamps&maxCost=1')).categories).toEqual([
    { name: 'Lamps', count: 0 },
  ]);
  expect(await facets('value=xylophone')).toMatchObject({ count: 0, categories: [], maxCost: 0 });
});

test('a change is counted at once', async () => {
  await shop.import([
    feedRecord('new', { name: 'Night Lamp', category: 'Lamps', cost: 5, rating: 5 }),
  ]);
  expect(await facets('category=Lamps')).toMatchObject({ count: 3, minCost: 5 });
  await shop.withdraw('new');
  expect(await facets('category=Lamps')).toMatchObject({ count: 2, minCost: 20 });
});
