import { rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { productsByIdsPath } from '../../../contract/paths.ts';
import type { Services } from '../../platform/services.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { countProducts, findProductRows, readVersion } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { importFile } from './import.ts';
import { type FeedRecord, feedRecord, openTestFeeds, toCsv, toJsonLines } from './test-feeds.ts';

const shop = await openTestShop();
const { db } = shop.services;
const feeds = await openTestFeeds();

beforeEach(async () => {
  await db.deleteFrom('products').execute();
});

async function importRecords(
  records: readonly FeedRecord[],
  options?: Parameters<typeof importFile>[2],
) {
  return importFile(shop.services, await feeds.write('a.jsonl', toJsonLines(records)), options);
}

/** Reads the products by the API. */
async function shown(...ids: string[]): Promise<Product[]> {
  return (await shop.call('GET', productsByIdsPath(ids))).json();
}

async function idsInOrder(): Promise<string[]> {
  const rows = await db.selectFrom('products').select('id').orderBy('position').execute();
  return rows.map(({ id }) => id);
}

/** This clock advances a second with each call, so that progress is reported every time. */
function withFastClock(services: Services): Services {
  let now = 0;
  return { ...services, now: () => (now += 1_000) };
}

const numbered = (count: number): FeedRecord[] =>
  Array.from({ length: count }, (_, n) => feedRecord(`p-${n}`));

describe('an import', () => {
  test('adds products in the order of the file, and shows them without a restart', async () => {
    const before = await readVersion(db);
    const report = await importRecords([
      feedRecord('b'),
      feedRecord('a', { name: 'O’Hara’s "A"' }),
    ]);
    expect(report).toEqual({
      refused: false,
      read: 2,
      added: 2,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      problems: [],
      problemCount: 0,
    });
    expect(await shown('a', 'b')).toEqual([
      {
        _id: 'b',
        name: 'The b',
        category: 'Tests',
        cost: 12.5,
        rating: 4.5,
        image: '/pictures/b.webp',
      },
      {
        _id: 'a',
        name: 'O’Hara’s "A"',
        category: 'Tests',
        cost: 12.5,
        rating: 4.5,
        image: '/pictures/a.webp',
      },
    ]);
    expect(await readVersion(db)).not.toBe(before);
  });

  test('updates known products in place, and appends new ones', async () => {
    await importRecords([feedRecord('a'), feedRecord('b'), feedRecord('c')]);
    const report = await importRecords([
      feedRecord('new'),
      feedRecord('c'),
      feedRecord('a', { cost: 99, stock: null }),
    ]);
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
  ])('updates a product with another %s', async (field, value) => {
    await importRecords([feedRecord('a')]);
    expect(await importRecords([feedRecord('a', { [field]: value })])).toMatchObject({
      updated: 1,
    });
    expect(await importRecords([feedRecord('a', { [field]: value })])).toMatchObject({
      unchanged: 1,
    });
  });

  test('without changes keeps the version of the catalogue, and so every cached page', async () => {
    await importRecords(numbered(3));
    const before = await readVersion(db);
    expect(await importRecords(numbered(3))).toMatchObject({ unchanged: 3, updated: 0, added: 0 });
    expect(await readVersion(db)).toBe(before);
  });

  test('makes the same ids in a second run', async () => {
    const records = ['Lamp', 'Desk', 'Lamp'].map((name) =>
      feedRecord('any', { _id: undefined, name }),
    );
    await importRecords(records);
    expect(await importRecords(records)).toMatchObject({ unchanged: 3 });
    expect(await idsInOrder()).toEqual(['lamp', 'desk', 'lamp-2']);
  });

  test('adds 5,000 products', async () => {
    const records = numbered(5_000);
    const file = await feeds.write('many.csv', toCsv(records));
    expect(await importFile(shop.services, file)).toMatchObject({ read: 5_000, added: 5_000 });
    expect(await idsInOrder()).toEqual(records.map(({ _id }) => _id));
  });
});

describe('all or nothing', () => {
  test('one invalid product among many refuses the file', async () => {
    await importRecords([feedRecord('p-0', { name: 'Before' })]);
    const before = await readVersion(db);
    const records = numbered(1_200);
    records[1_100] = feedRecord('p-1100', { cost: 'abc' });
    const report = await importRecords(records);
    expect(report).toMatchObject({
      refused: true,
      read: 1_200,
      added: 0,
      updated: 0,
      unchanged: 0,
    });
    expect(report.problems).toEqual([
      {
        line: 1_101,
        field: 'cost',
        message: 'must be an amount in dollars with at most two decimals, not "abc"',
      },
    ]);
    expect(await findProductRows(db, ['p-0', 'p-1'])).toMatchObject([{ name: 'Before' }]);
    expect(await readVersion(db)).toBe(before);
  });

  test('the first 20 problems are reported and all are counted', async () => {
    const report = await importRecords(numbered(50).map((record) => ({ ...record, cost: -1 })));
    expect(report.problems).toHaveLength(20);
    expect(report).toMatchObject({ problemCount: 50, refused: true });
  });

  test('with skipInvalid the other products are imported', async () => {
    const records = [
      feedRecord('a'),
      feedRecord('b', { cost: 0, rating: 6 }),
      feedRecord('a'),
      feedRecord('c'),
    ];
    const report = await importRecords(records, { skipInvalid: true });
    expect(report).toMatchObject({
      refused: false,
      read: 4,
      added: 2,
      skipped: 2,
      problemCount: 3,
    });
    expect(await idsInOrder()).toEqual(['a', 'c']);
  });

  test('a truncated file is refused even with skipInvalid, because the rest is unknown', async () => {
    const file = await feeds.write('a.json', `[${JSON.stringify(feedRecord('a'))},`);
    expect(await importFile(shop.services, file, { skipInvalid: true })).toMatchObject({
      refused: true,
      read: 1,
      problems: [{ line: 1, message: 'is not valid JSON' }],
    });
    expect(await countProducts(db)).toBe(0);
  });

  test('a failure while writing changes nothing', async () => {
    const file = await feeds.write('a.jsonl', toJsonLines(numbered(2_000)));
    const importing = importFile(withFastClock(shop.services), file, {
      onProgress({ pass, records }) {
        if (pass === 'writing' && records > 1_000) throw new Error('pulled the plug');
      },
    });
    await expect(importing).rejects.toThrow('pulled the plug');
    expect(await countProducts(db)).toBe(0);
  });

  test('no reader sees half an import', async () => {
    const beside = await openStorage({ ...shop.database.options, exclusive: false });
    const seen: Promise<number>[] = [];
    const file = await feeds.write('a.jsonl', toJsonLines(numbered(5_000)));
    await importFile(withFastClock(shop.services), file, {
      onProgress({ pass }) {
        if (pass === 'writing') seen.push(countProducts(beside.db));
      },
    });
    const counts = new Set(await Promise.all(seen));
    expect([...counts].filter((count) => count !== 5_000)).toEqual([0]);
    expect(await countProducts(beside.db)).toBe(5_000);
    await beside.close();
  });

  test.each<[string, string | undefined]>([
    ['shorter', toJsonLines(numbered(2))],
    ['longer', toJsonLines(numbered(4))],
    ['broken', Buffer.from([0xff]).toString('latin1')],
    ['gone', undefined],
  ])('a file that is %s in the second reading is refused', async (_how, content) => {
    const file = await feeds.write('a.jsonl', toJsonLines(numbered(3)));
    const importing = importFile(withFastClock(shop.services), file, {
      onProgress({ pass, records }) {
        if (pass !== 'checking' || records !== 3) return;
        // Change the file synchronously, because nothing asynchronous runs between the two readings.
        if (content === undefined) rmSync(file);
        else writeFileSync(file, content);
      },
    });
    await expect(importing).rejects.toMatchObject({ name: 'OperatorError' });
    expect(await countProducts(db)).toBe(0);
  });
});

test('a dry run reports what would happen, and changes nothing', async () => {
  await importRecords([feedRecord('a'), feedRecord('b')]);
  const before = await readVersion(db);
  const report = await importRecords(
    [feedRecord('a'), feedRecord('b', { cost: 1 }), feedRecord('c')],
    { dryRun: true },
  );
  expect(report).toMatchObject({ refused: false, added: 1, updated: 1, unchanged: 1 });
  expect(await idsInOrder()).toEqual(['a', 'b']);
  expect(await findProductRows(db, ['b'])).toMatchObject([{ cost_cents: 1_250 }]);
  expect(await readVersion(db)).toBe(before);
});

describe('progress', () => {
  test('has the pass and the counts', async () => {
    const reports: unknown[] = [];
    const file = await feeds.write('a.jsonl', toJsonLines(numbered(600)));
    await importFile(withFastClock(shop.services), file, { onProgress: (p) => reports.push(p) });
    expect(reports[0]).toEqual({ pass: 'checking', records: 1, perSecond: 1 });
    expect(reports.slice(-2)).toEqual([
      { pass: 'writing', records: 500, total: 600, perSecond: 250, secondsLeft: 0.4 },
      { pass: 'writing', records: 600, total: 600, perSecond: 150, secondsLeft: 0 },
    ]);
  });

  test('is reported at most every 200 ms', async () => {
    const reports: number[] = [];
    let now = 0;
    const slow = { ...shop.services, now: () => (now += 10) };
    const file = await feeds.write('a.jsonl', toJsonLines(numbered(500)));
    await importFile(slow, file, { onProgress: () => reports.push(now) });
    expect(reports.length).toBeGreaterThan(10);
    const pauses = reports.slice(1).map((at, index) => at - (reports[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(200);
  });
});
