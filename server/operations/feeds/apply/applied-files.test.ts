/** A file that changes stock by differences is applied once, whatever ends its first run. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import {
  type FeedRecord,
  feedRecord,
  openTestFeeds,
  toJsonLines,
  withFastClock,
} from '../feeds.testing.ts';
import { type ImportOptions, importFile, updateFile } from '../import.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();

const SIZE = 4;
const ids = Array.from({ length: 3 * SIZE + 1 }, (_, n) => `p-${n}`);
const options: ImportOptions = { batching: { size: SIZE, pauseMinMs: 1 } };
const [first = '', last = ''] = [ids[0], ids.at(-1)];

const write = (changes: FeedRecord) =>
  feeds.write('delivery.jsonl', toJsonLines(ids.map((_id) => ({ _id, ...changes }))));

beforeEach(async () => {
  await db.deleteFrom('products').execute();
  const products = ids.map((id) => feedRecord(id, { stock: 10 }));
  await importFile(services, await feeds.write('a.jsonl', toJsonLines(products)));
});

async function stockOf(...wanted: string[]): Promise<(number | null | undefined)[]> {
  const rows = await db.selectFrom('products').select(['id', 'stock']).execute();
  return wanted.map((id) => rows.find((row) => row.id === id)?.stock);
}

/** Ends a run between two transactions, as a kill would. */
async function pullThePlug(file: string, given: ImportOptions = {}): Promise<void> {
  const run = updateFile(withFastClock(services), file, {
    ...options,
    ...given,
    onProgress({ pass, records }) {
      if (pass === 'writing' && records >= SIZE) throw new Error('pulled the plug');
    },
  });
  await expect(run).rejects.toThrow();
}

describe.each<[string, FeedRecord, number]>([
  ['stock_change', { stock_change: 5, popularity: 1 }, 15],
  ['an edited stock beside stock_seen', { stock: 12, stock_seen: 10, popularity: 2 }, 12],
])('%s', (_name, changes, after) => {
  let file = '';
  beforeEach(async () => {
    // Another file in each test.
    file = await write({ ...changes, note: crypto.randomUUID() });
  });

  test('is added once, if the run is ended in the middle and repeated', async () => {
    await pullThePlug(file);
    expect(await stockOf(first, last)).toEqual([after, 10]);
    const dryRun = await updateFile(services, file, { ...options, dryRun: true });
    expect(dryRun).toMatchObject({ updated: ids.length - SIZE, applied: { isDone: false } });
    const report = await updateFile(services, file, options);
    expect(report).toMatchObject({
      updated: ids.length - SIZE,
      applied: { records: SIZE, isDone: false },
    });
    expect(await stockOf(...ids)).toEqual(ids.map(() => after));
  });

  test('is not added a second time, also by an import', async () => {
    await updateFile(services, file, options);
    for (const run of [updateFile, importFile]) {
      expect(await run(services, file, options)).toMatchObject({
        refused: false,
        updated: 0,
        unchanged: 0,
        applied: { records: ids.length, isDone: true, at: expect.any(Number) },
      });
    }
    expect(await stockOf(first, last)).toEqual([after, after]);
  });

  test('is added again on purpose, once each time, also if that run is ended and repeated', async () => {
    await updateFile(services, file, options);
    await pullThePlug(file, { again: true });
    await updateFile(services, file, { ...options, again: true });
    const twice = 2 * after - 10;
    expect(await stockOf(...ids)).toEqual(ids.map(() => twice));
    expect(await updateFile(services, file, { ...options, again: true })).toMatchObject({
      updated: ids.length,
      applied: undefined,
    });
    expect(await stockOf(first)).toEqual([3 * after - 20]);
  });

  test('is added once by two runs at the same time', async () => {
    const runs = await Promise.all([1, 2].map(() => updateFile(services, file, options)));
    expect(runs.map(({ updated }) => updated).reduce((one, other) => one + other)).toBe(ids.length);
    expect(await stockOf(...ids)).toEqual(ids.map(() => after));
  });
});

test('a file that only sets values may be applied as often as one likes', async () => {
  const file = await write({ stock: 3 });
  await updateFile(services, file, options);
  await importFile(services, await write({ stock: 4 }));
  expect(await updateFile(services, file, options)).toMatchObject({ updated: ids.length });
  expect(await db.selectFrom('applied_files').selectAll().execute()).not.toContainEqual(
    expect.objectContaining({ records: 0 }),
  );
});

test('what would take a stock below zero is named, with what became of it', async () => {
  const records = [
    { _id: 'p-1', stock_change: -12 },
    { _id: 'p-2', stock_change: -10 },
    { _id: 'p-3', stock: 2, stock_seen: 13 },
    feedRecord('new', { stock: undefined, stock_change: -1 }),
  ];
  const file = await feeds.write('a.jsonl', toJsonLines(records));
  const clamped = [
    { line: 1, id: 'p-1', stock: 10, wanted: -2 },
    { line: 3, id: 'p-3', stock: 10, wanted: -1 },
    { line: 4, id: 'new', stock: 0, wanted: -1 },
  ];
  for (const dryRun of [true, false]) {
    const report = await importFile(services, file, { dryRun });
    expect(report).toMatchObject({ clamped, clampedCount: 3 });
  }
  expect(await stockOf('p-1', 'p-2', 'p-3', 'new')).toEqual([0, 0, 0, 0]);
});

test('the first twenty of them are named, and all are counted', async () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    feedRecord(`many-${n}`, { stock: undefined, stock_change: -1 }),
  );
  const file = await feeds.write('a.jsonl', toJsonLines(many));
  const { clamped, clampedCount } = await importFile(services, file, options);
  expect([clamped.length, clampedCount]).toEqual([20, 30]);
});

test('a file with an invalid record is refused, also with skipInvalid: its record would never be applied', async () => {
  const records = [
    { _id: first, stock_change: 5 },
    { _id: 'unknown', stock_change: 5 },
  ];
  const file = await feeds.write('part.jsonl', toJsonLines(records));
  const run = updateFile(services, file, { ...options, skipInvalid: true });
  await expect(run).rejects.toThrow('--skip-invalid is of no use');
  expect(await stockOf(first)).toEqual([10]);
});

test('the same bytes with another mapping are another file', async () => {
  const file = await feeds.write('two.csv', `_id,came,went\n${first},5,-3\n`);
  const by = (column: string) =>
    updateFile(services, file, { ...options, mapping: new Map([['stock_change', column]]) });
  await by('came');
  expect(await by('came')).toMatchObject({ updated: 0, applied: { isDone: true } });
  expect(await by('went')).toMatchObject({ updated: 1 });
  expect(await stockOf(first)).toEqual([12]);
});
