/** The effect of synonyms on searches, even if they change while the shop runs. */
import { beforeEach, expect, test } from 'vitest';
import { searchHeaders } from '../../../contract/headers.ts';
import { searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';
import { replaceSynonyms } from './synonym-store.ts';

const products: [id: string, name: string, category: string][] = [
  ['charger', 'Portable Charger 10000 mAh', 'Power'],
  ['bank', 'Power Bank', 'Power'],
  ['cable', 'Charger Cable', 'Cables'],
  ['tv', 'Kestrel Television 55"', 'Screens'],
  ['stand', 'TV Stand', 'Furniture'],
];
const records = products.map(([id, name, category]) => feedRecord(id, { name, category }));
const shop = await openSellingShop(records);
beforeEach(() => replaceSynonyms(shop.services, []));

const search = (text: string) => shop.idsAt(searchPath(text));

test('work both ways, from the next search on, until they are removed', async () => {
  expect(await search('tv')).toEqual(['stand']);
  await replaceSynonyms(shop.services, ['tv, television']);
  expect(new Set(await search('tv'))).toEqual(new Set(['stand', 'tv']));
  expect(new Set(await search('televisions'))).toEqual(new Set(['stand', 'tv']));
  expect((await search('kestrel tv'))[0]).toBe('tv');
  await replaceSynonyms(shop.services, []);
  expect(await search('tv')).toEqual(['stand']);
});

test('work one way with an arrow', async () => {
  await replaceSynonyms(shop.services, ['power bank => portable charger']);
  expect(new Set(await search('power bank'))).toEqual(new Set(['bank', 'charger']));
  expect((await search('10000 mah power bank'))[0]).toBe('charger');
  expect(await search('portable charger')).not.toContain('bank');
});

test('work for words that no product has, which are not corrected as typos', async () => {
  expect(await search('televizor')).toEqual([]);
  await replaceSynonyms(shop.services, ['televizor => television', 'chargar => power bank']);
  expect(await search('televizor')).toEqual(['tv']);
  expect(await search('chargar')).toEqual(['bank']);
  const reply = await shop.call('GET', searchPath('chargar'));
  expect(reply.headers).not.toHaveProperty(searchHeaders.correctedTo);
});
