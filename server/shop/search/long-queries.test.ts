/** Searches of several words, of which few products have all: a test for each class of queries. */
import { expect, test } from 'vitest';
import { paths, searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';

const products: [name: string, category: string, description?: string][] = [
  ['Fenland Cedar Raised Planter Box 24 x 12 inches', 'Raised Beds'],
  ['Fenland Cedar Raised Planter Box 48 x 24 inches', 'Raised Beds'],
  ['Corewell Yoga Towel 24 x 12', 'Towels'],
  ['Dorrin Bath Mat 24 x 12 Grey', 'Bath Mats'],
  ['Hollis Wall Mirror 24 x 12', 'Mirrors'],
  ['Tarnwell Portable Cot', 'Cots'],
  ['Tarnwell Folding Cot for Adults', 'Cots'],
  ['Velora Folding Cot with Carry Bag', 'Cots'],
  ['Velora Folding Kitchen', 'Camp Furniture', 'For the camp.'],
  ['Velora Camp Stool', 'Camp Furniture'],
  ['Breva Ceiling Fan 52 inch', 'Ceiling Fans', 'Quiet, for the bedroom.'],
  ['Breva Ceiling Fan 44 inch', 'Ceiling Fans'],
  ['Breva Desk Fan', 'Fans', 'Quiet.'],
  ['Aldergrove Bedroom Bench', 'Benches'],
  ['Nibblewick Hamster Wheel', 'Wheels'],
  ['Nibblewick Hamster Cage', 'Cages'],
  ['Ladle Glass Bottle', 'Bottles'],
  ['Nibblewick Water Bottle for Hamsters', 'Bottles'],
  ['Stridewell Running Shoes', 'Sneakers'],
  ['Stridewell Derby Shoes', 'Sneakers'],
  ['Velvet Red Lipstick', 'Beauty'],
];
const shop = await openSellingShop(
  products.map(([name, category, description = '']) =>
    feedRecord(name.toLowerCase().replaceAll(' ', '-'), { name, category, description }),
  ),
);

/** The names that a text finds, best first. */
async function find(text: string): Promise<string[]> {
  const reply = await shop.call('GET', searchPath(text));
  return reply.json().map(({ name }: { name: string }) => name);
}

test('numbers and sizes count less than the thing itself', async () => {
  const found = await find('fenland cedar planter box 24 x 12 oak');
  expect(found.slice(0, 2)).toEqual([
    'Fenland Cedar Raised Planter Box 24 x 12 inches',
    'Fenland Cedar Raised Planter Box 48 x 24 inches',
  ]);
  expect(found).not.toContain('Hollis Wall Mirror 24 x 12');
});

test('the commonest word, often the thing itself, is not dropped first', async () => {
  const found = await find('velora folding camp cot');
  expect(found[0]).toBe('Velora Folding Cot with Carry Bag');
  expect(found).toContain('Tarnwell Folding Cot for Adults');
});

test('every word may be missing, not only the first one whose absence finds something', async () => {
  const found = await find('quiet ceiling fan bedroom');
  expect(found[0]).toBe('Breva Ceiling Fan 52 inch');
  expect(found).toContain('Breva Ceiling Fan 44 inch');
  expect(found).toContain('Breva Desk Fan');
});

test('a product with one of many words comes after those with more', async () => {
  const found = await find('velora folding camp kitchen stool quiet portable bench');
  expect(found[0]).toBe('Velora Folding Kitchen');
  expect(found).toContain('Aldergrove Bedroom Bench');
});

test('one word of three is too little if it does not name the product', async () => {
  expect(await find('red running shoes')).toEqual([
    'Stridewell Running Shoes',
    'Stridewell Derby Shoes',
  ]);
  expect(await find('red shoes')).toContain('Velvet Red Lipstick');
  // It suffices if no product has more.
  expect(await find('red running bicycle')).toContain('Velvet Red Lipstick');
});

test('of two words, products with either one follow those with both', async () => {
  const found = await find('hamster bottle');
  expect(found[0]).toBe('Nibblewick Water Bottle for Hamsters');
  expect(new Set(found.slice(1))).toEqual(
    new Set(['Nibblewick Hamster Wheel', 'Nibblewick Hamster Cage', 'Ladle Glass Bottle']),
  );
});

test('the product that has both parts of a compound comes first', async () => {
  const found = await find('camp-stool bedroom');
  expect(found[0]).toBe('Velora Camp Stool');
});

test('with the products that lack words there are at most fifty results', async () => {
  await shop.import(
    Array.from({ length: 70 }, (_, n) =>
      feedRecord(`pot-${n}`, { name: `Wexcombe Clay Pot ${n}` }),
    ),
  );
  expect(await find('wexcombe clay pot terracotta')).toHaveLength(50);
  const { count } = (
    await shop.call('GET', `${paths.facets}?value=wexcombe+clay+pot+terracotta`)
  ).json();
  expect(count).toBe(50);
});

test('of two words, one that is a number does not suffice', async () => {
  const found = await find('24 cot');
  expect(found).toHaveLength(3);
  expect(found.every((name) => name.includes('Cot'))).toBe(true);
});

test('more than half of the words must be known, and numbers do not count', async () => {
  expect(await find('ceiling fan qwertz')).toHaveLength(3);
  expect(await find('fan qwertz asdfgh 24 x 12')).toEqual([]);
});
