/** Products without a category and without a picture. */
import { expect, test } from 'vitest';
import { paths, productPath, searchPath } from '../../../contract/paths.ts';
import { openTestFeeds, toJsonLines } from '../../operations/feeds/feeds.testing.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { openSellingShop } from './selling.testing.ts';

const oakShelf = { _id: 'shelf', name: 'Oak shelf', cost: 20, rating: 4 };
const shop = await openSellingShop([
  oakShelf,
  { _id: 'lamp', name: 'Lamp', category: 'Lamps', cost: 30, image: '/lamp.png' },
]);

const shelf = { _id: 'shelf', category: '', image: '/placeholders/OS.svg' };

test.each([
  paths.products,
  `${paths.products}?ids=shelf`,
  searchPath('shelf'),
  productPath('shelf'),
])('%s has an empty category and a drawn picture', async (path) => {
  const products = [(await shop.call('GET', path)).json()].flat();
  expect(products.find(({ _id }) => _id === 'shelf')).toMatchObject(shelf);
});

test('a product without a category is in no facet and in no suggestion, but counts for prices', async () => {
  for (const path of [paths.facets, `${paths.facets}?category=Lamps`]) {
    const facets = (await shop.call('GET', path)).json();
    expect(facets.categories).toEqual([{ name: 'Lamps', count: 1 }]);
  }
  await shop.untilReady();
  const facets = (await shop.call('GET', `${paths.facets}?minRating=1`)).json();
  expect(facets).toMatchObject({ count: 1, categories: [], minCost: 20, maxCost: 20 });
  const suggestions = (await shop.call('GET', `${paths.suggestions}?value=o`)).json();
  expect(suggestions.filter(({ kind }: { kind: string }) => kind === 'category')).toEqual([]);
});

test.each([
  ['Oak shelf', 'OS'],
  ['oak', 'O'],
  ['80 cm – (shelf)', '8C'],
  ['赤い 靴', '赤靴'],
  ['über ñandú', 'ÜÑ'],
  ['e\u0301clair', 'É'],
  ['<b> & "x"', 'BX'],
  ['★ ☆', '•'],
  ['क्षेत्र', 'क्षे'],
])('the picture of %s shows %s', async (name, initials) => {
  await shop.import([{ _id: 'drawn', name, cost: 1 }]);
  const { image } = (await shop.call('GET', productPath('drawn'))).json();
  expect(decodeURIComponent(image)).toMatch(/^\/placeholders\/.{1,16}\.svg$/u);
  const picture = await shop.call('GET', image);
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
  ]);
  expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(picture.body).toContain(`>${initials}</text>`);
});

test.each([
  '<b>',
  'OS',
  `${'a'.repeat(40)}.svg`,
  '.svg',
  '%3Cscript%3E.svg',
  '..%2F.svg',
  'A B.svg',
])('there is no picture %s', async (file) => {
  expect((await shop.call('GET', `/placeholders/${file}`)).statusCode).toBe(404);
});

test('the picture is absolute for other clients where PUBLIC_URL is set', async () => {
  const origin = 'https://shop.example';
  const published = await openTestShop({ publicUrl: origin, imageOrigin: origin });
  const feeds = await openTestFeeds();
  await importFile(published.services, await feeds.write('a.jsonl', toJsonLines([oakShelf])));
  const product = (await published.call('GET', productPath('shelf'))).json();
  expect(product.image).toBe(`${origin}/placeholders/OS.svg`);
});
