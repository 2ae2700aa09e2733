/** Searches find what shoppers mean, in a catalogue with brands and descriptions. */
import { expect, test } from 'vitest';
import { searchHeaders } from '../../../contract/headers.ts';
import { searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';

/** A description that contributes many words. */
const DESCRIBED = 'ancient brown calm dusty eager faint gentle huge icy jolly keen lively mellow';
const products = [
  { _id: 'tee', name: 'Plain T-Shirt', categories: ['Clothes', 'Shirts'], brand: 'Weaver' },
  { _id: 'tshirt', name: 'Striped Tshirt', categories: ['Clothes', 'Shirts'] },
  { _id: 'screen', name: 'Weaver - 55" Class LED', categories: ['Screens', 'Televisions'] },
  {
    _id: 'small-screen',
    name: 'Kestrel - 32-Inch LED',
    categories: ['Screens', 'Televisions'],
    description: 'Fits where a 55 inch one is too large; with two antennas.',
  },
  { _id: 'phones', name: 'Kestrel Headphones', categories: ['Sound', 'Headphones'] },
  { _id: 'cable', name: 'Cable for Headphones', categories: ['Sound', 'Cables'] },
  {
    _id: 'known',
    name: 'Studio Headphones',
    categories: ['Sound', 'Headphones'],
    popularity: 9_000,
  },
  { _id: 'battery', name: 'Battery', categories: ['Power'], brand: 'Kestrel' },
  { _id: 'batteries', name: 'Box of Batteries', categories: ['Power'] },
  { _id: 'player', name: 'Kestrel WX900 Player', categories: ['Sound', 'Players'] },
  { _id: 'globe', name: 'Globe', categories: ['Maps'], description: DESCRIBED },
  { _id: 'joined', name: 'Snowboard and Raincoat', categories: ['Winter'] },
  { _id: 'apart', name: 'Snow Board, Rain Coat', categories: ['Winter'] },
  { _id: 'half', name: 'Snowboard, a Board for Rain', categories: ['Winter'] },
];
const records = products.map(({ _id, categories, ...record }) => ({
  ...feedRecord(_id, { category: undefined, rating: undefined }),
  ...record,
  categories,
}));
const shop = await openSellingShop(records);

test.each([
  ['snow board rain coat', ['apart', 'joined', 'half']],
  ['tshirt', ['tshirt', 'tee']],
  ['t-shirt', ['tee', 'tshirt']],
  ['t shirt', ['tee', 'tshirt']],
  ['shirt', ['tee', 'tshirt']],
  ['55in', ['screen', 'small-screen']],
  ['55 inch', ['screen', 'small-screen']],
  ['55" led', ['screen', 'small-screen']],
  ['32 inches', ['small-screen']],
  ['headphone', ['known', 'phones', 'cable']],
  ['headphones', ['known', 'phones', 'cable']],
  ['headpohnes', ['known', 'phones', 'cable']],
  ['headph', ['known', 'phones', 'cable']],
  ['kestrel headphones', ['phones', 'known', 'small-screen', 'player', 'battery', 'cable']],
  ['batteries', ['battery', 'batteries']],
  ['kestrel', ['small-screen', 'phones', 'player', 'battery']],
  ['kestrel battery', ['battery', 'batteries', 'small-screen', 'phones', 'player']],
  ['antenna', ['small-screen']],
  ['weaver', ['screen', 'tee']],
  ['ledscreen', ['small-screen', 'screen']],
  ['wx900', ['player']],
  ['wx 900', ['player']],
  ['playerwx900', ['player']],
  ['playerwx901', []],
  [DESCRIBED, ['globe']],
  ['television cable', ['cable', 'screen', 'small-screen']],
  ['television xylophone', ['screen', 'small-screen']],
])('"%s"', async (text, ids) => {
  expect(await shop.idsAt(searchPath(text))).toEqual(ids);
});

test.each([
  ['headpohnes', 'headphones'],
  ['hadphonez', 'headphones'],
  ['headpohne kestrel', 'headphones kestrel'],
  ['baterys', 'battery'],
])('"%s" is corrected to "%s"', async (typed, meant) => {
  const reply = await shop.call('GET', searchPath(typed));
  expect(decodeURIComponent(String(reply.headers[searchHeaders.correctedTo]))).toBe(meant);
  const exact = await shop.call('GET', searchPath(typed, { exact: true }));
  expect([exact.statusCode, exact.json()]).toEqual([404, []]);
});

test('a reply without a correction has no header for one', async () => {
  for (const text of ['headphones', 'headph', 'headphon', 't-shirt', 'xylophone', 'kestrelxylo']) {
    const { headers } = await shop.call('GET', searchPath(text));
    expect(headers).not.toHaveProperty(searchHeaders.correctedTo);
  }
});
