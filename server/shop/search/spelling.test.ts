/** Which words are misspelt, and what they mean. */
import { expect, test } from 'vitest';
import { searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';

const flexes = Array.from({ length: 6 }, (_, n) => `Hollis Flex Cable ${n}`);
const chairs = Array.from({ length: 12 }, (_, n) => `Aldergrove Accommodating Chair ${n}`);
const names = [
  ...flexes,
  ...chairs,
  'Pawstead Cat Flap White',
  'Corner Bench, Accomodating',
  'Lumenbryte Bulb 60 Watt',
  'Hollis Lumen Meter',
  'Hollis White Bulb',
  'Nike Running Shoes',
  'Verdelle Hotspot for Travel',
  'Kettle for Hot Drinks',
];
const shop = await openSellingShop(
  names.map((name, index) => feedRecord(`product-${index}`, { name, category: 'Things' })),
);

async function find(text: string): Promise<string[]> {
  const reply = await shop.call('GET', searchPath(text));
  return reply.json().map(({ name }: { name: string }) => name);
}

test('the other words decide between equally near words: "cat flep" is a flap, no flex', async () => {
  expect((await find('cat flep'))[0]).toBe('Pawstead Cat Flap White');
  expect((await find('flep cable'))[0]).toContain('Flex Cable');
});

test('a misspelling that a few products share also finds the right word', async () => {
  const found = await find('accomodating chair');
  expect(found.slice(0, 12).toSorted()).toEqual(chairs.toSorted());
  expect(await find('accomodating')).toHaveLength(13);
});

test('a compound that is written as two words may be misspelt', async () => {
  expect(await find('hot spt')).toEqual(['Verdelle Hotspot for Travel']);
});

test('words are joined before they are corrected', async () => {
  expect((await find('lumen bryte bulb'))[0]).toBe('Lumenbryte Bulb 60 Watt');
});

test('the first letter of a short word is right: "bike" finds no Nike', async () => {
  expect(await find('bike')).toEqual([]);
  expect(await find('nkie')).toEqual(['Nike Running Shoes']);
});

test('the first letter of a longer word may be wrong, and of a shorter one with another word', async () => {
  const hotspot = 'Verdelle Hotspot for Travel';
  for (const text of ['jotspot', 'otspot', 'ohtspot', 'xhotspot'])
    expect(await find(text)).toEqual([hotspot]);
  expect((await find('cat glap'))[0]).toBe('Pawstead Cat Flap White');
});

test('a digit among letters is a typo, and one at an end is none', async () => {
  for (const text of ['h0tspot', 'h0tspots']) {
    expect(await find(text)).toEqual(['Verdelle Hotspot for Travel']);
  }
  expect(await find('hotspot9')).toEqual([]);
});
