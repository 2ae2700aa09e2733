import { expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { searchHeaders } from '../../../contract/headers.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';

const colours = ['red', 'green', 'blue', 'white', 'black', 'brown', 'grey', 'pink', 'gold'];
const products = [
  ...colours.map((colour) => ({ name: `Oak Garden Chair ${colour}`, cost: 90 })),
  { name: 'Steel Garden Chair violet', cost: 10 },
  { name: 'Steel Garden Chair orange', cost: 20 },
  { name: 'Tea Set', cost: 30 },
  { name: 'Kestrel Lamp', description: 'It lights a desk.', cost: 5 },
];
const records = products.map((record, index) => feedRecord(`product-${index}`, record));
const shop = await openSellingShop(records);

/** Searches for a text. Returns the found products and the headers about its words. */
async function search(text: string, parameters = '') {
  const { statusCode, headers, json } = await shop.call('GET', searchPath(text) + parameters);
  const textOf = (header: string) =>
    headers[header] === undefined ? undefined : decodeURIComponent(String(headers[header]));
  return {
    statusCode,
    names: json().map(({ name }: Product) => name),
    relaxedTo: textOf(searchHeaders.relaxedTo),
    extendedTo: textOf(searchHeaders.extendedTo),
    correctedTo: textOf(searchHeaders.correctedTo),
  };
}

test('if no product has all words, products have most of them, and a header names those of the first', async () => {
  const { names, relaxedTo, extendedTo } = await search('waterproof oak garden chair');
  expect([names.length, relaxedTo, extendedTo]).toEqual([11, 'oak garden chair', undefined]);
  expect(names.slice(0, 9).every((name: string) => name.startsWith('Oak'))).toBe(true);
  expect((await search('violet oak garden chair')).relaxedTo).toBe('violet garden chair');
});

test('if few products have all words, they come first, and products with the other words follow', async () => {
  const { names, relaxedTo, extendedTo } = await search('steel garden chair');
  expect([relaxedTo, extendedTo]).toEqual([undefined, 'garden chair']);
  expect(names).toHaveLength(11);
  expect(names.slice(0, 2).toSorted()).toEqual([
    'Steel Garden Chair orange',
    'Steel Garden Chair violet',
  ]);
});

test('every order has the same products as the order of relevance, and the facets count them', async () => {
  const { names } = await search('steel garden chair');
  for (const sort of ['price', 'price-desc', 'rating']) {
    const sorted = await search('steel garden chair', `&sort=${sort}`);
    expect([sorted.names.toSorted(), sorted.extendedTo]).toEqual([
      names.toSorted(),
      'garden chair',
    ]);
  }
  const reply = await shop.call('GET', `${paths.facets}?value=steel+garden+chair&sort=price`);
  expect(reply.json().count).toBe(names.length);
});

test('if enough products have all words, none is dropped', async () => {
  const { names, relaxedTo, extendedTo } = await search('garden chair');
  expect([names.length, relaxedTo, extendedTo]).toEqual([11, undefined, undefined]);
});

test('facets count the found products', async () => {
  const text = encodeURIComponent('waterproof oak garden chair');
  const reply = await shop.call('GET', `${paths.facets}?value=${text}`);
  expect(reply.json().count).toBe(11);
});

test.each([
  ['one word alone', 'xylophone'],
  ['both words are nowhere', 'trumpet xylophone'],
  ['the thing is only mentioned', 'oak desk'],
  ['the thing is no thing of its own', 'xylophone set'],
  ['both are guesses', 'gardin desc'],
  ['a guess and a word that is nowhere', 'gardin xylophone'],
  ['more than half of the words are nowhere', 'chair xylophone trumpet'],
])('nonsense is 404 and an empty list: %s', async (_, text) => {
  expect(await search(text)).toMatchObject({ statusCode: 404, names: [] });
});

test('of two words, one that is nowhere leaves the products of the other one', async () => {
  expect(await search('oak xylophone')).toMatchObject({ relaxedTo: 'oak' });
  expect(await search('xylophone chair')).toMatchObject({ relaxedTo: 'chair' });
});

test('of two words, a corrected one is dropped or kept like a typed one', async () => {
  expect(await search('kestrel chiar')).toMatchObject({
    correctedTo: 'kestrel chair',
    relaxedTo: 'kestrel',
  });
});

test('a misspelt word is corrected before a word is dropped', async () => {
  const { names, relaxedTo } = await search('waterproof oak gardn chair');
  expect([names.length, relaxedTo]).toEqual([11, 'oak garden chair']);
});

test('the remaining words are spelled as products spell them', async () => {
  await shop.import([feedRecord('shoes', { name: "Men's Leather Shoes" })]);
  expect((await search('waterproof mens leather shoe')).relaxedTo).toBe('men leather shoes');
});

test('an exact search drops no word', async () => {
  expect(await search('waterproof oak garden chair', '&exact=1')).toMatchObject({
    statusCode: 404,
  });
});

test('the second page continues after the first one', async () => {
  const pages = await shop.follow(`${searchPath('steel garden chair')}&limit=4`);
  expect(pages.map((page) => page.length)).toEqual([4, 4, 3]);
  expect(pages.flat()).toEqual(await shop.idsAt(searchPath('steel garden chair')));
});
