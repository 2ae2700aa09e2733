import { describe, expect, test } from 'vitest';
import type { Facets, Product, Suggestion } from '../../../contract/catalogue.ts';
import { paths, productPath, productsByIdsPath } from '../../../contract/paths.ts';
import { SEGMENT_SIZE } from '../../../packages/search/index.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from './selling.testing.ts';
import { findProductDetails } from './store.ts';

const variant = (group: string, option: string, changes: object) =>
  feedRecord(`${group}-${option}`, {
    name: `Linen ${group}, ${option}`,
    group,
    option,
    ...changes,
  });

const records = [
  feedRecord('mug', { name: 'mug', category: 'Mugs', cost: 5, rating: 3 }),
  variant('shirt', 'blue', { category: 'Shirts', cost: 30, rating: 4 }),
  variant('shirt', 'red', { category: 'Shirts', cost: 20, rating: 4 }),
  variant('cap', 'black', { category: 'Caps', rating: 3, cost: 12, stock: 0 }),
  feedRecord('lamp', { name: 'red lamp', category: 'Lamps', cost: 40, rating: 5 }),
  variant('shirt', 'green', { category: 'Shirts', cost: 25, rating: 4, active: false }),
  variant('cap', 'white', { category: 'Caps', rating: 3, cost: 11 }),
];
const shop = await openSellingShop(records);
const products = (query: string) => shop.idsAt(`${paths.products}?${query}`);
const search = (query: string) => shop.idsAt(`${paths.search}?${query}`);
const facets = async (query: string): Promise<Facets> =>
  (await shop.call('GET', `${paths.facets}?${query}`)).json();

test('GET /products lists every variant on sale with its full name, its group and its option', async () => {
  const all = ['mug', 'shirt-blue', 'shirt-red', 'cap-black', 'lamp', 'cap-white'];
  expect(await shop.idsAt(paths.products)).toEqual(all);
  const reply = await shop.call('GET', productPath('shirt-red'));
  expect(reply.json()).toMatchObject({ name: 'Linen shirt, red', group: 'shirt', option: 'red' });
});

test('a product without variants has neither group nor option', async () => {
  const product = (await shop.call('GET', productPath('mug'))).json();
  expect(Object.keys(product)).toEqual(['_id', 'name', 'category', 'cost', 'rating', 'image']);
});

test.each([
  ['', ['mug', 'shirt-blue', 'cap-black', 'lamp']],
  ['&sort=price', ['mug', 'cap-black', 'shirt-blue', 'lamp']],
  ['&category=Shirts', ['shirt-blue']],
  ['&minRating=4', ['shirt-blue', 'lamp']],
])('groups=1%s lists the first variant of each group', async (query, found) => {
  expect(await products(`groups=1${query}`)).toEqual(found);
});

test.each(['groups=1&limit=1', 'groups=1&limit=1&sort=price-desc'])(
  'the Link header leads to each group exactly once: %s',
  async (query) => {
    const pages = await shop.follow(`${paths.products}?${query}`);
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1, 1]);
    expect(new Set(pages.flat()).size).toBe(4);
  },
);

test('a search finds a group by the options of all its variants, and shows it once', async () => {
  expect(await search('value=shirt&groups=1')).toEqual(['shirt-blue']);
  expect(await search('value=red+shirt&groups=1&exact=1')).toEqual(['shirt-blue']);
  expect(await search('value=green+shirt&groups=1&exact=1')).toEqual([]);
});

test('a search of a client that knows no groups finds the variant itself first', async () => {
  expect((await search('value=red+shirt'))[0]).toBe('shirt-red');
  expect((await search('value=shirt')).toSorted()).toEqual(['shirt-blue', 'shirt-red']);
});

describe('a product that others name as their group, sold itself, is one of them', () => {
  const parent = feedRecord('shawl', { name: 'Linen shawl', category: 'Shawls', cost: 9 });
  const others = [variant('shawl', 'wide', { cost: 12 }), variant('shawl', 'long', { cost: 15 })];

  test.each([
    ['before them', [[parent, ...others]], 'shawl'],
    ['after them', [[...others, parent]], 'shawl-wide'],
    ['in an earlier file', [[parent], others], 'shawl'],
    ['in a later file', [others, [parent]], 'shawl-wide'],
    ['and said to have no group', [others, [{ ...parent, group: null }]], 'shawl-wide'],
  ])('%s', async (_name, files, first) => {
    const shop = await openSellingShop([]);
    for (const records of files) await shop.import(records);
    for (const address of [paths.products, `${paths.search}?value=linen`]) {
      const separator = address.includes('?') ? '&' : '?';
      expect(await shop.idsAt(`${address}${separator}groups=1`)).toEqual([first]);
      expect(await shop.idsAt(address)).toHaveLength(3);
    }
    const facets = (await shop.call('GET', `${paths.facets}?groups=1`)).json();
    expect(facets).toMatchObject({ count: 1 });
    expect((await shop.call('GET', productPath('shawl'))).json()).toMatchObject({ group: 'shawl' });
    const details = await findProductDetails(shop.services.db, 'shawl-wide');
    const ids = details?.variants.map(({ _id }) => _id);
    expect(ids?.toSorted()).toEqual(['shawl', 'shawl-long', 'shawl-wide']);
  });

  test('in another segment', async () => {
    const alone = others.map((record) => ({ ...record, group: null }));
    const shop = await openSellingShop([...alone, parent]);
    const { db } = shop.services;
    const far = SEGMENT_SIZE + 5;
    await db.updateTable('products').set({ position: far }).where('id', '=', 'shawl').execute();
    await shop.import([{ _id: 'shawl', name: 'Silk shawl' }]);
    expect(await shop.idsAt(`${paths.search}?value=shawl&groups=1`)).toHaveLength(3);
    await shop.import(others.map(({ _id }) => ({ _id, group: 'shawl' })));
    expect(await shop.idsAt(`${paths.search}?value=shawl&groups=1`)).toEqual(['shawl-wide']);
  });

  test('until no other one does, and its own record says so', async () => {
    const shop = await openSellingShop([parent, ...others]);
    await shop.import(others.map(({ _id }) => ({ _id, group: null })));
    await shop.import([{ _id: 'shawl', group: null }]);
    expect(await shop.idsAt(`${paths.products}?groups=1`)).toHaveLength(3);
  });
});

test('few cards are completed by other products, however many variants a card has', async () => {
  const shop = await openSellingShop([
    ...Array.from({ length: 12 }, (_, n) => variant('tunic', `size ${n}`, { category: 'Tunics' })),
    feedRecord('skirt', { name: 'Linen skirt', category: 'Skirts' }),
    feedRecord('kurta', { name: 'Cotton tunic', category: 'Tunics' }),
  ]);
  expect(await shop.idsAt(`${paths.search}?value=linen+tunic&groups=1`)).toEqual([
    'tunic-size 0',
    'kurta',
    'skirt',
  ]);
  expect(await shop.idsAt(`${paths.search}?value=linen+tunic`)).toHaveLength(12);
});

test.each([
  ['a list', `${paths.products}?groups=1`],
  ['a search', `${paths.search}?value=linen&groups=1`],
  ['products by their ids', productsByIdsPath(['shirt-blue', 'cap-black'])],
])('%s has the lowest cost of each group of different costs', async (_name, address) => {
  const changing = await openSellingShop(records);
  const costs = async () => {
    const list: Product[] = (await changing.call('GET', address)).json();
    return list.flatMap(({ _id, costFrom }) =>
      costFrom === undefined ? [] : `${_id} ${costFrom}`,
    );
  };
  expect((await costs()).toSorted()).toEqual(['cap-black 11', 'shirt-blue 20']);
  // Neither equal costs nor a variant that is not on sale count.
  await changing.import([
    { _id: 'cap-black', cost: 11 },
    { _id: 'shirt-red', active: false },
    { _id: 'shirt-green', cost: 1 },
  ]);
  expect(await costs()).toEqual([]);
  await changing.import([{ _id: 'shirt-green', active: true }]);
  expect(await costs()).toEqual(['shirt-blue 1']);
});

test('facets count a group once, or each variant', async () => {
  const counts = ({ count, categories }: Facets) => [
    count,
    ...categories.map(({ name, count: many }) => `${name} ${many}`),
  ];
  expect(counts(await facets('groups=1'))).toEqual([4, 'Caps 1', 'Lamps 1', 'Mugs 1', 'Shirts 1']);
  expect(counts(await facets(''))).toEqual([6, 'Caps 2', 'Shirts 2', 'Lamps 1', 'Mugs 1']);
});

test('suggestions name a group once, without an option', async () => {
  const reply = await shop.call('GET', `${paths.suggestions}?value=linen`);
  const suggestions: Suggestion[] = reply.json();
  const names = suggestions.flatMap(({ kind, text }) => (kind === 'product' ? [text] : []));
  expect(names.toSorted()).toEqual(['Linen cap', 'Linen shirt']);
});

test('the details of a variant have all variants on sale, with their stock', async () => {
  const { db } = shop.services;
  const details = await findProductDetails(db, 'cap-white');
  expect(details).toMatchObject({ name: 'Linen cap, white', stock: 7, costFrom: 11 });
  expect(details?.variants.map(({ option, cost, stock }) => [option, cost, stock])).toEqual([
    ['black', 12, 0],
    ['white', 11, 7],
  ]);
  expect((await findProductDetails(db, 'mug'))?.variants).toEqual([]);
});

test('another variant represents the group if the first one is not on sale, also in another segment', async () => {
  const changing = await openSellingShop(records);
  const { db } = changing.services;
  const products = (query: string) => changing.idsAt(`${paths.products}?${query}`);
  const far = SEGMENT_SIZE + 5;
  await db.updateTable('products').set({ position: far }).where('id', '=', 'shirt-red').execute();
  await changing.import([{ _id: 'shirt-blue', active: false }]);
  for (const query of ['groups=1', 'groups=1&sort=price-desc']) {
    expect((await products(query)).toSorted()).toEqual(['cap-black', 'lamp', 'mug', 'shirt-red']);
  }
  await changing.import([{ _id: 'shirt-blue', active: true }]);
  expect(await products('groups=1&category=Shirts')).toEqual(['shirt-blue']);
  await changing.import([{ _id: 'shirt-blue', group: 'blouse' }]);
  expect((await products('groups=1&category=Shirts')).toSorted()).toEqual([
    'shirt-blue',
    'shirt-red',
  ]);
});

test('a groups parameter of another value is refused', async () => {
  const reply = await shop.call('GET', `${paths.products}?groups=yes`);
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'The groups parameter must be 1, or missing',
  ]);
});
