import { rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { productsByIdsPath } from '../../../contract/paths.ts';
import { countProducts, findProductRows, readVersion } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import {
  type FeedRecord,
  feedRecord,
  openTestFeeds,
  toCsv,
  toJsonLines,
  withFastClock,
} from './feeds.testing.ts';
import { type ImportOptions, importFile } from './import.ts';
import type { OnProgress } from './progress.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const feeds = await openTestFeeds();

beforeEach(async () => {
  await db.deleteFrom('products').execute();
});

const write = (records: readonly FeedRecord[]) => feeds.write('a.jsonl', toJsonLines(records));

async function importRecords(records: readonly FeedRecord[], options?: ImportOptions) {
  return importFile(services, await write(records), options);
}

const importWithProgress = (file: string, onProgress: OnProgress, stepMs?: number) =>
  importFile(withFastClock(services, stepMs), file, { onProgress });

async function idsInOrder(): Promise<string[]> {
  const rows = await db.selectFrom('products').select('id').orderBy('position').execute();
  return rows.map(({ id }) => id);
}

const numbered = (count: number): FeedRecord[] =>
  Array.from({ length: count }, (_, n) => feedRecord(`p-${n}`));

describe('an import', () => {
  test('adds products in the order of the file, and shows them without a restart', async () => {
    const before = await readVersion(db);
    const name = 'O’Hara’s "A"';
    expect(await importRecords([feedRecord('b'), feedRecord('a', { name })])).toEqual({
      refused: false,
      clamped: [],
      clampedCount: 0,
      applied: undefined,
      read: 2,
      added: 2,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      problems: [],
      problemCount: 0,
      unused: [],
      unread: [],
      hasFields: true,
      leftOut: new Map(),
    });
    const same = { category: 'Tests', cost: 12.5, rating: 4.5 };
    expect((await shop.call('GET', productsByIdsPath(['a', 'b']))).json()).toEqual([
      { _id: 'b', name: 'The b', image: '/pictures/b.webp', ...same },
      { _id: 'a', name, image: '/pictures/a.webp', ...same },
    ]);
    expect(await readVersion(db)).not.toBe(before);
  });

  test('updates known products in place, and appends new ones', async () => {
    await importRecords([feedRecord('a'), feedRecord('b'), feedRecord('c')]);
    const changed = feedRecord('a', { cost: 99, stock: null });
    const report = await importRecords([feedRecord('new'), feedRecord('c'), changed]);
    expect(report).toMatchObject({ read: 3, added: 1, updated: 1, unchanged: 1 });
    expect(await idsInOrder()).toEqual(['a', 'b', 'c', 'new']);
    expect(await findProductRows(db, ['a'])).toMatchObject([{ cost_cents: 9_900, stock: null }]);
  });

  test.each([
    ['name', 'Another'],
    ['category', 'Other'],
    ['cost', 1],
    ['rating', 1],
    ['image', '/other.webp'],
    ['stock', 8],
    ['active', false],
  ])('updates a product with another %s', async (field, value) => {
    await importRecords([feedRecord('a')]);
    const changed = [feedRecord('a', { [field]: value })];
    expect(await importRecords(changed)).toMatchObject({ updated: 1 });
    expect(await importRecords(changed)).toMatchObject({ unchanged: 1 });
  });

  test('makes the same ids in a second run', async () => {
    const records = ['Lamp', 'Desk', '灯'].map((name) =>
      feedRecord('any', { _id: undefined, name }),
    );
    await importRecords(records);
    expect(await importRecords(records)).toMatchObject({ unchanged: 3 });
    expect(await idsInOrder()).toEqual(['lamp', 'desk', expect.stringMatching(/^product-/)]);
  });

  test('of several batches keeps the order of the file, and a second run keeps the version of the catalogue', async () => {
    const records = numbered(1_200);
    const file = await feeds.write('many.csv', toCsv(records));
    expect(await importFile(services, file)).toMatchObject({ read: 1_200, added: 1_200 });
    expect(await idsInOrder()).toEqual(records.map(({ _id }) => _id));
    const version = await readVersion(db);
    expect(await importFile(services, file)).toMatchObject({ unchanged: 1_200, updated: 0 });
    expect(await readVersion(db)).toBe(version);
  });
});

describe('a file with problems', () => {
  test('one invalid product among many refuses the file', async () => {
    await importRecords([feedRecord('p-0', { name: 'Before' })]);
    const before = await readVersion(db);
    const records = numbered(1_200);
    records[1_100] = feedRecord('p-1100', { cost: 'abc' });
    const report = await importRecords(records);
    expect(report).toMatchObject({ refused: true, read: 1_200, added: 0, updated: 0 });
    const message = 'must be an amount in dollars with at most two decimals, not "abc"';
    expect(report.problems).toEqual([{ line: 1_101, field: 'cost', message }]);
    expect(await findProductRows(db, ['p-0', 'p-1'])).toMatchObject([{ name: 'Before' }]);
    expect(await readVersion(db)).toBe(before);
  });

  test('the first 20 problems are reported and all are counted', async () => {
    const report = await importRecords(numbered(50).map((record) => ({ ...record, cost: -1 })));
    expect(report.problems).toHaveLength(20);
    expect(report).toMatchObject({ problemCount: 50, refused: true });
  });

  test('with skipInvalid the other products are imported', async () => {
    const invalid = [feedRecord('b', { cost: 0, rating: 6 }), feedRecord('a')];
    const records = [feedRecord('a'), ...invalid, feedRecord('c')];
    const counts = { refused: false, read: 4, added: 2, skipped: 2, problemCount: 3 };
    expect(await importRecords(records, { skipInvalid: true })).toMatchObject(counts);
    expect(await idsInOrder()).toEqual(['a', 'c']);
  });

  test('a truncated file is refused even with skipInvalid, because the rest is unknown', async () => {
    const file = await feeds.write('a.json', `[${JSON.stringify(feedRecord('a'))},`);
    expect(await importFile(services, file, { skipInvalid: true })).toMatchObject({
      refused: true,
      read: 1,
      problems: [{ line: 1, message: 'is not valid JSON' }],
    });
    expect(await countProducts(db)).toBe(0);
  });

  test.each<[string, string | undefined]>([
    ['shorter', toJsonLines(numbered(2))],
    ['longer', toJsonLines(numbered(4))],
    ['broken', Buffer.from([0xff]).toString('latin1')],
    ['gone', undefined],
  ])('a file that is %s once it is read is refused', async (_how, content) => {
    const file = await write(numbered(3));
    const importing = importWithProgress(file, ({ pass, records }) => {
      if (pass !== 'checking' || records !== 3) return;
      if (content === undefined) rmSync(file);
      else writeFileSync(file, content);
    });
    await expect(importing).rejects.toMatchObject({ name: 'OperatorError' });
    expect(await countProducts(db)).toBe(0);
  });
});

test('a dry run reports what would happen, and changes nothing', async () => {
  await importRecords([feedRecord('a'), feedRecord('b')]);
  const before = await readVersion(db);
  const records = [feedRecord('a'), feedRecord('b', { cost: 1 }), feedRecord('c')];
  const report = await importRecords(records, { dryRun: true });
  expect(report).toMatchObject({ refused: false, added: 1, updated: 1, unchanged: 1 });
  expect(await idsInOrder()).toEqual(['a', 'b']);
  expect(await findProductRows(db, ['b'])).toMatchObject([{ cost_cents: 1_250 }]);
  expect(await readVersion(db)).toBe(before);
});

describe('progress', () => {
  test('has the pass and the counts', async () => {
    const reports: unknown[] = [];
    await importWithProgress(await write(numbered(600)), (progress) => reports.push(progress));
    expect(reports[0]).toEqual({ pass: 'checking', records: 1, perSecond: 1 });
    expect(reports.slice(-2)).toEqual([
      { pass: 'writing', records: 500, total: 600, perSecond: 250, secondsLeft: 0.4 },
      { pass: 'writing', records: 600, total: 600, perSecond: 150, secondsLeft: 0 },
    ]);
  });

  test('is reported at most every 200 ms', async () => {
    const reports: unknown[] = [];
    await importWithProgress(await write(numbered(500)), (report) => reports.push(report), 10);
    // Each of the 500 records asks the clock once.
    expect(reports.length).toBeGreaterThan(10);
    expect(reports.length).toBeLessThanOrEqual(500 / (200 / 10) + 1);
  });
});
