import { expect, test } from 'vitest';
import { searchPath } from '../../../../contract/paths.ts';
import { findSearches } from '../../../operations/searches.ts';
import { DAY_MS, openTestShop } from '../../../testing/test-shop.ts';
import { NETWORKS_MIN, NEW_TEXTS_MAX, SearchCounter, TEXTS_MAX } from './search-counter.ts';
import { addSearchCounts, TEXTS_A_DAY_MAX } from './store.ts';
import { createCountWriter } from './write-counts.ts';

const searchCounter = new SearchCounter();
const shop = await openTestShop({ searchCounter });
const { services } = shop;
const { db } = services;
const write = createCountWriter(services, searchCounter);
await shop.sell({ id: 'sofa', name: 'Long Sofa' });

const search = (text: string, from = '192.0.2.1', filter = '') =>
  shop.call('GET', `${searchPath(text)}${filter}`, { from });
const totals = async () => {
  await write();
  return (await findSearches(db, {})).map(({ lastDay, ...total }) => total);
};
/** Three networks, of which one has two addresses. */
const addresses = ['192.0.2.1', '192.0.2.2', '2001:db8:1::1', '2001:db8:1::2'];

test('a text is kept from its third network on a day, folded, with what was found', async () => {
  for (const from of addresses.slice(0, 2)) await search('Séttees', from);
  for (let again = 0; again < 5; again++) await search('settee');
  expect(await totals()).toEqual([]);
  for (const from of addresses.slice(2)) await search('SETTEE!', from);
  for (const from of addresses) await search('sofas', from);
  const nothing = { text: 'settee', searches: 3, nothingFound: 3, days: 1 };
  const found = { text: 'sofa', searches: 3, nothingFound: 0, days: 1 };
  expect(await totals()).toEqual([nothing, found]);
  await search('settee', '198.51.100.7');
  expect(await totals()).toEqual([{ ...nothing, searches: 4, nothingFound: 4 }, found]);
  await db.deleteFrom('searches').execute();
});

test('filters, further pages, addresses of e-mail, blank and long texts do not count', async () => {
  for (const from of addresses) {
    await search('lamp', from, '&category=Tests');
    await search('anna@home.example', from);
    await search('  ', from);
    await search('word '.repeat(30), from);
    await search('lamp', from, '&cursor=nonsense');
  }
  expect(await totals()).toEqual([]);
});

test('a new day begins with nothing, and all days are summed up', async () => {
  for (const from of addresses) await search('divan', from);
  await write();
  for (const from of addresses.slice(0, 1)) await search('couch', from);
  shop.pass(DAY_MS);
  await write();
  for (const from of addresses.slice(1)) await search('couch', from);
  for (const from of addresses) await search('divan', from);
  expect(await totals()).toEqual([{ text: 'divan', searches: 6, nothingFound: 6, days: 2 }]);
  shop.pass(91 * DAY_MS);
  expect(await totals()).toEqual([]);
});

test('servers add to the same counts, and one day has a bounded number of texts', async () => {
  const counts = Array.from({ length: TEXTS_A_DAY_MAX + 5 }, (_, index) => {
    return { text: `text ${index}`, searches: 3, nothingFound: 1 };
  });
  await Promise.all([1, 2].map(() => addSearchCounts(db, '2030-01-01', counts.slice(0, 10))));
  await addSearchCounts(db, '2030-01-01', counts);
  const all = await findSearches(db, { since: '2030-01-01' });
  expect(all).toHaveLength(TEXTS_A_DAY_MAX);
  expect(all[0]).toMatchObject({ searches: 9, nothingFound: 3 });
});

test('whoever searches for countless texts neither fills the memory nor ends the counting', () => {
  const counter = new SearchCounter();
  const count = (text: string, network: string) => counter.count({ text, network, isFound: true });
  count('sofa', 'a');
  for (let index = 0; index < 10 * TEXTS_MAX; index++) count(`spam ${index}`, 'flood');
  for (const network of ['b', 'c']) count('sofa', network);
  expect(counter.take()).toEqual([{ text: 'sofa', searches: 3, nothingFound: 0 }]);
  for (let network = 0; network < 3 * NETWORKS_MIN * TEXTS_MAX; network++) {
    count(`text ${network % (2 * TEXTS_MAX)}`, `network ${network}`);
  }
  expect(counter.take().length).toBeLessThanOrEqual(TEXTS_MAX);
  expect(NEW_TEXTS_MAX).toBeLessThan(TEXTS_MAX);
});
