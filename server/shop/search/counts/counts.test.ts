import { beforeEach, expect, test } from 'vitest';
import { searchPath } from '../../../../contract/paths.ts';
import { findSearches } from '../../../operations/reports/searches.ts';
import { DAY_MS, openTestShop } from '../../../testing/test-shop.ts';
import { NETWORK_SEARCHES_MAX, SEARCHES_MIN, SearchCounter, TEXTS_MAX } from './search-counter.ts';
import { addSearchCounts, TEXTS_A_DAY_MAX } from './store.ts';
import { createCountWriter } from './write-counts.ts';

const searchCounter = new SearchCounter();
const shop = await openTestShop({ searchCounter });
const { services } = shop;
const { db } = services;
// A day ends only when a test lets time pass.
shop.pass(Date.UTC(2040, 5, 15) - services.now());
const write = createCountWriter(services, searchCounter);
await shop.sell({ id: 'sofa', name: 'Long Sofa' });
beforeEach(() => db.deleteFrom('searches').execute());

const search = (text: string, filter = '') => shop.call('GET', `${searchPath(text)}${filter}`);
async function searchThrice(text: string, filter?: string): Promise<void> {
  for (let n = 0; n < SEARCHES_MIN; n++) await search(text, filter);
}
const totals = async () => {
  await write();
  return (await findSearches(db, {})).map(({ lastDay, ...total }) => total);
};
test('a text is kept from its third search on a day, folded, with what was found', async () => {
  await search('Séttees');
  await search('settee');
  expect(await totals()).toEqual([]);
  await search('SETTEE!');
  await searchThrice('sofas');
  const nothing = { text: 'settee', searches: 3, nothingFound: 3, days: 1 };
  const found = { text: 'sofa', searches: 3, nothingFound: 0, days: 1 };
  expect(await totals()).toEqual([nothing, found]);
  await search('settee');
  expect(await totals()).toEqual([{ ...nothing, searches: 4, nothingFound: 4 }, found]);
});

test('filters, further pages, addresses of e-mail, blank and long texts do not count', async () => {
  await searchThrice('lamp', '&category=Tests');
  await searchThrice('anna@home.example');
  await searchThrice('  ');
  await searchThrice('word '.repeat(30));
  await searchThrice('lamp', '&cursor=nonsense');
  expect(await totals()).toEqual([]);
});

test('a new day begins with nothing, and all days are summed up', async () => {
  await searchThrice('divan');
  await write();
  await search('couch');
  shop.pass(DAY_MS);
  await write();
  await search('couch');
  await search('couch');
  await searchThrice('divan');
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
  for (let network = 0; network < 3 * SEARCHES_MIN * TEXTS_MAX; network++) {
    count(`text ${network % (2 * TEXTS_MAX)}`, `network ${network}`);
  }
  expect(counter.take().length).toBeLessThanOrEqual(TEXTS_MAX);
  for (let n = 0; n < 2 * NETWORK_SEARCHES_MAX; n++) count('lamp', 'd');
  const lamp = { text: 'lamp', searches: NETWORK_SEARCHES_MAX, nothingFound: 0 };
  expect(counter.take()).toContainEqual(lamp);
});
