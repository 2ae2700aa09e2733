import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Listing, wholeCatalogue } from '../../../contract/listing.ts';
import { searchPath } from '../../../contract/paths.ts';
import { SEGMENT_SIZE } from '../../../packages/search/index.ts';
import { buildApp } from '../../app.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../../operations/feeds/feeds.testing.ts';
import { importFile } from '../../operations/feeds/import.ts';
import type { Db, ProductRow } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { putProducts } from '../../testing/put-products.ts';
import { testConfig } from '../../testing/test-config.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { productDefaults } from '../catalogue/fields/product-fields.ts';
import { readRevisions } from '../catalogue/segments.ts';
import { writeVersion } from '../catalogue/store.ts';
import { Search } from './search.ts';
import { readSynonymsVersion, replaceSynonyms } from './synonym-store.ts';

const shop = await openTestShop();
const { services } = shop;

async function put(...products: (Partial<ProductRow> & { position: number })[]): Promise<void> {
  const rows = products.map((product) => ({
    ...productDefaults,
    id: `at-${product.position}`,
    name: 'Thing',
    category: 'Tests',
    cost_cents: 100,
    image: '/picture.webp',
    updated_at: 0,
    ...product,
  }));
  await transact(services.db, async (tx) => {
    await putProducts(tx, rows, 0);
    await writeVersion(tx, services.newId());
  });
}

test('the index that is there answers until the new one is ready, under a version of its own', async () => {
  await put({ position: 520, name: 'Harmonium' });
  const search = new Search(services);
  await search.refresh();
  const before = await services.catalogueVersion();
  expect(await search.version()).toBe(before);
  await put({ position: 520, name: 'Melodica' });
  const find = async (text: string) =>
    (await search.find({ ...wholeCatalogue, text }, 10)).products.length;
  const after = await services.catalogueVersion();
  expect(await search.version()).toBe(`${after}-${before}`);
  // The search itself begins the rebuild, and does not wait for it.
  expect(await find('harmonium')).toBe(1);
  await search.refresh();
  expect([await find('harmonium'), await find('melodica')]).toEqual([0, 1]);
  expect(await search.version()).toBe(after);
});

const threadEnded = 'The thread that builds the search index ended.';

test('the old index answers if the thread that builds segments dies, and another one takes over', async () => {
  const search = new Search(services);
  const find = async (text: string) =>
    (await search.find({ ...wholeCatalogue, text }, 10)).products.length;
  await put({ position: 522, name: 'Balalaika' });
  await search.refresh();
  search.close();
  await put({ position: 522, name: 'Theremin' });
  process.once('worker', (thread: Worker) => thread.terminate());
  await expect(search.refresh()).rejects.toThrow(threadEnded);
  expect(await find('balalaika')).toBe(1);
  await search.refresh();
  expect([await find('balalaika'), await find('theremin')]).toEqual([0, 1]);
});

test('the thread that builds segments ends with the shop', async () => {
  const search = new Search(services);
  const started = once(process, 'worker');
  const refreshed = search.refresh();
  const [thread] = (await started) as [Worker];
  const ended = once(thread, 'exit');
  search.close();
  await expect(refreshed).rejects.toThrow(threadEnded);
  await ended;
});

test('a response of the old index is not cached for the new version of the catalogue', async () => {
  await put({ position: 521, name: 'Celesta' });
  const app = await buildApp({ services, config: testConfig, logger: false });
  onTestFinished(() => app.close());
  const find = async () => (await app.inject(searchPath('celesta'))).statusCode;
  await expect.poll(find).toBe(200);
  await put({ position: 521, name: 'Glockenspiel' });
  expect(await find()).toBe(200);
  await expect.poll(find).toBe(404);
});

/** The revision of the texts of a segment. The search tokenizes a segment again only if it has changed. */
async function textRevisionOf(db: Db, segment: number): Promise<number | undefined> {
  const revisions = await readRevisions(db);
  return revisions.find((each) => each.segment === segment)?.text_revision;
}

test('a change of price, rating, popularity or activity changes no texts', async () => {
  const position = 8 * SEGMENT_SIZE;
  await put({ position });
  const textRevision = () => textRevisionOf(services.db, 8);
  const before = await textRevision();
  await put({ position, cost_cents: 123, rating_halves: 7, popularity: 1_000 });
  await put({ position, active: 0 });
  await put({ position, stock: 3 });
  expect(await textRevision()).toBe(before);
  await put({ position, name: 'Other thing' });
  expect(await textRevision()).not.toBe(before);
});

test('a file that repeats the texts of a product and changes its price changes no texts', async () => {
  const { services } = await openTestShop();
  const feeds = await openTestFeeds();
  const importAt = async (cost: number) => {
    const records = Array.from({ length: 3 }, (_, n) => feedRecord(`repeated-${n}`, { cost }));
    await importFile(services, await feeds.write('a.jsonl', toJsonLines(records)));
  };
  await importAt(10);
  const [before, revisions] = [
    await textRevisionOf(services.db, 0),
    await readRevisions(services.db),
  ];
  await importAt(11);
  expect(await readRevisions(services.db)).not.toEqual(revisions);
  expect(await textRevisionOf(services.db, 0)).toBe(before);
});

test('the version of the synonyms changes only with the synonyms', async () => {
  await replaceSynonyms(services, ['sofa, settee']);
  const before = await readSynonymsVersion(services.db);
  await put({ position: 530 });
  expect(await readSynonymsVersion(services.db)).toBe(before);
  await replaceSynonyms(services, []);
  expect(await readSynonymsVersion(services.db)).not.toBe(before);
});

test('simultaneous searches share one refresh, and all of them find a new product', async () => {
  const search = new Search(services, { waitsForChanges: true });
  await search.refresh();
  await put({ position: 500, name: 'Zeppelin' });
  const pages = await Promise.all(
    Array.from({ length: 20 }, () => search.find({ ...wholeCatalogue, text: 'zeppelin' }, 10)),
  );
  for (const { products } of pages) expect(products).toHaveLength(1);
});

test('a typo is not corrected to a word that the catalogue has no longer', async () => {
  const search = new Search(services, { waitsForChanges: true });
  const find = (text: string) => search.find({ ...wholeCatalogue, text }, 10);
  await put({ position: 501, name: 'Bandoneon' });
  expect(await find('bandonon')).toMatchObject({ correctedTo: 'bandoneon' });
  await put({ position: 501, name: 'Trumpet' });
  expect(await find('bandonon')).toEqual({ products: [], next: undefined, correctedTo: undefined });
});

test('a product that is removed between the search and the reading is left out', async () => {
  await put({ position: 502, name: 'Ukulele' }, { position: 503, name: 'Ukulele case' });
  const version = await services.catalogueVersion();
  // This search does not see the new version, as if another server had removed the product a moment ago.
  const search = new Search({ ...services, catalogueVersion: async () => version });
  await search.refresh();
  await shop.withdraw('at-502');
  const { products } = await search.find({ ...wholeCatalogue, text: 'ukulele' }, 10);
  expect(products.map(({ _id }) => _id)).toEqual(['at-503']);
});

test('the facets of the whole catalogue count what is on sale', async () => {
  await put(
    { position: 601, category: 'Few', rating_halves: 9, cost_cents: 12_345 },
    { position: 602, category: 'Few', rating_halves: 0, cost_cents: 1 },
    { position: 603, category: 'Gone', active: 0, cost_cents: 99_999_999 },
  );
  const search = new Search(services, { waitsForChanges: true });
  const { categories, minCost, maxCost } = await search.facets(wholeCatalogue);
  expect(categories).toContainEqual({ name: 'Few', count: 2 });
  expect(categories.map(({ name }) => name)).not.toContain('Gone');
  expect(minCost).toBe(0.01);
  expect(maxCost).toBeLessThan(999_999);
});

test('a compound that only another segment has matches no category', async () => {
  const search = new Search(services, { waitsForChanges: true });
  const first = 6 * SEGMENT_SIZE;
  await put(
    // `Tshzz` sorts after the compound `tshirt` and does not match the query.
    { position: first, name: 'Red T Shirt', category: 'Tshzz' },
    { position: first + 1, name: 'Blue T Shirt', popularity: 1_000 },
    { position: 7 * SEGMENT_SIZE, name: 'White Tshirt' },
  );
  const { products } = await search.find({ ...wholeCatalogue, text: 't shirt' }, 10);
  const ids = products.map(({ _id }) => _id);
  expect(ids.indexOf(`at-${first + 1}`)).toBeLessThan(ids.indexOf(`at-${first}`));
});

describe('while the first index is being built', () => {
  const starting = new Search({ ...services, catalogueVersion: () => new Promise(() => {}) });
  const refusal = { code: 'STARTING', retryAfter: 5 };

  test('listings of the whole catalogue come from the database', async () => {
    expect((await starting.find(wholeCatalogue, 5)).products).toHaveLength(5);
  });

  test('the server is not ready, and says so at once', async () => {
    await expect(starting.ready()).rejects.toMatchObject(refusal);
  });

  test('searches wait for a moment, and later ones are refused at once', async () => {
    const find = (part: Partial<Listing>) => starting.find({ ...wholeCatalogue, ...part }, 5);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 1_900);
    await expect(find({ text: 'lamp' })).rejects.toMatchObject(refusal);
    clock.mockReturnValue(now + 2_000);
    await expect(find({ text: 'lamp' })).rejects.toMatchObject(refusal);
    await expect(starting.suggest('la')).rejects.toMatchObject(refusal);
    await expect(find({ sort: 'price' })).rejects.toMatchObject(refusal);
    // Counting a large catalogue in the database would block other requests.
    await expect(starting.facets(wholeCatalogue)).rejects.toMatchObject(refusal);
    clock.mockRestore();
  });

  test('all of them work once the index is built', async () => {
    await put({ position: 531, name: 'Ocarina' });
    const version = Promise.withResolvers<string>();
    const search = new Search({ ...services, catalogueVersion: () => version.promise });
    await expect(search.ready()).rejects.toMatchObject(refusal);
    version.resolve(await services.catalogueVersion());
    await search.refresh();
    await search.ready();
    const { products } = await search.find({ ...wholeCatalogue, text: 'ocarina' }, 5);
    expect(products).toHaveLength(1);
  });
});

test('a text of twenty misspelt words is not corrected, so that the work for a request is bounded', async () => {
  await put({ position: 510, name: 'Accordion' });
  const search = new Search(services, { waitsForChanges: true });
  const find = (text: string) => search.find({ ...wholeCatalogue, text }, 10);
  expect(await find('acordion')).toMatchObject({ correctedTo: 'accordion' });
  const words = Array.from({ length: 20 }, (_, n) => `acordio${String.fromCharCode(97 + n)}n`);
  expect(await find(words.join(' '))).toMatchObject({ products: [], correctedTo: undefined });
});
