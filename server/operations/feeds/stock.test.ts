/** Decisions, 'Stock': what an import makes of the stock that a file names. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STOCK_MAX } from '../../../contract/limits.ts';
import { readStockChanges } from '../../shop/catalogue/stock-history.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { findChanges } from './apply/changes.ts';
import { exportToFile } from './export.ts';
import { type FeedRecord, feedRecord, openTestFeeds, toCsv, toJsonLines } from './feeds.testing.ts';
import { type ImportReport, importFile, updateFile } from './import.ts';
import { takeOut } from './removal.ts';
import { Staging } from './staging.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const { checkout, readyShopper } = shoppingIn(shop);
const feeds = await openTestFeeds();
const origin = 'https://shop.example.com';

beforeEach(() => shop.sell({ id: 'shirt', name: 'Shirt', costCents: 100, stock: 5 }));
afterEach(async () => {
  await expectLedgerBalanced(db);
  await takeOut(services, new Set(['shirt']));
});

async function stockOf(id: string): Promise<number | null | undefined> {
  const [row] = await findProductRows(db, [id]);
  return row?.stock;
}

async function buy(qty: number): Promise<void> {
  const shopper = await readyShopper({ shirt: qty });
  expect((await checkout(shopper, shopper)).statusCode).toBe(200);
}

/** Exports the catalogue, lets shoppers buy, edits the file, and imports it. */
async function importEdited(
  name: string,
  edit: (text: string) => string,
  meanwhile = () => buy(3),
): Promise<ImportReport> {
  const file = await feeds.write(name, '');
  await exportToFile(services, file, { origin });
  await meanwhile();
  await writeFile(file, edit(await readFile(file, 'utf8')));
  return importFile(services, file);
}

describe('an edited export', () => {
  test.each([
    ['all.csv', '"Shirt","Tests",,,,0,1,', '"Shirt","Tests",,,,0,2,'],
    ['all.jsonl', '"name":"Shirt","category":"Tests"', '"name":"Shirt","category":"Other"'],
    ['all.json', '"name":"Shirt","category":"Tests"', '"name":"Shirt","category":"Other"'],
  ])('of another price or name (%s) keeps what was sold meanwhile', async (name, from, to) => {
    const edit = (text: string) => {
      expect(text).toContain(from);
      return text.replace(from, to);
    };
    expect(await importEdited(name, edit)).toMatchObject({ updated: 1 });
    expect(await stockOf('shirt')).toBe(2);
  });

  test.each([
    ['more', 25, 22],
    ['less', 4, 1],
    ['less than was sold', 1, 0],
  ])('of %s stock changes it by the difference, and not below zero', async (_, stock, after) => {
    const edit = (text: string) => text.replace(/("_id":"shirt".*"stock":)5/, `$1${stock}`);
    await importEdited('all.jsonl', edit);
    expect(await stockOf('shirt')).toBe(after);
  });

  test('for Shopify keeps what was sold meanwhile, too', async () => {
    const file = await feeds.write('all.csv', '');
    await exportToFile(services, file, { origin, format: 'shopify' });
    await buy(3);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace(/^shirt,Shirt,.*$/m, (row) => row.replace(',1.00,', ',2.00,')),
    );
    expect(await importFile(services, file)).toMatchObject({ refused: false });
    const [row] = await findProductRows(db, ['shirt']);
    expect([row?.cost_cents, row?.stock]).toEqual([200, 2]);
  });

  test('whose stock is emptied in JSON is not counted any more', async () => {
    await importEdited('all.jsonl', (text) => text.replace(/("_id":"shirt".*"stock":)5/, '$1null'));
    expect(await stockOf('shirt')).toBe(null);
  });

  test('of a product that was counted, or not, only since then stays as it is', async () => {
    const uncount = () => shop.sell({ id: 'shirt', name: 'Shirt', costCents: 100 });
    const edit = (text: string) => text.replace('"name":"Shirt"', '"name":"T-Shirt"');
    await importEdited('all.jsonl', edit, uncount);
    expect(await stockOf('shirt')).toBe(null);
    const count = () => shop.sell({ id: 'shirt', name: 'Shirt', costCents: 100, stock: 8 });
    await importEdited('all.jsonl', edit, count);
    expect(await stockOf('shirt')).toBe(8);
  });

  test('gives a new product the stock that it names', async () => {
    await importEdited(
      'all.jsonl',
      (text) => text,
      async () => {
        await takeOut(services, new Set(['shirt']));
      },
    );
    expect(await stockOf('shirt')).toBe(5);
  });
});

const importRecords = async (...records: FeedRecord[]) =>
  importFile(services, await feeds.write('a.jsonl', toJsonLines(records)));
const updateRecords = async (...records: FeedRecord[]) =>
  updateFile(services, await feeds.write('a.csv', toCsv(records)));

describe('stock_change', () => {
  test.each([
    ['+10', 15],
    ['-3', 2],
    [' 4 ', 9],
    ['-9', 0],
    ['0', 5],
  ])('of %s makes 5 units %i, in an update and an import', async (stock_change, after) => {
    await updateRecords({ _id: 'shirt', stock_change });
    expect(await stockOf('shirt')).toBe(after);
    await shop.sell({ id: 'shirt', stock: 5 });
    await importRecords({ _id: 'shirt', stock_change });
    expect(await stockOf('shirt')).toBe(after);
  });

  test('is added to the difference of an edited export', async () => {
    await importRecords({ _id: 'shirt', stock: 6, stock_seen: 7, stock_change: 10 });
    expect(await stockOf('shirt')).toBe(14);
  });

  test('is the initial stock of a new product', async () => {
    await importRecords(feedRecord('new', { stock: undefined, stock_change: '+4' }));
    expect(await stockOf('new')).toBe(4);
  });

  test.each<[string, FeedRecord, string]>([
    ['a word', { stock_change: 'ten' }, 'must be a whole number like +10 or -3'],
    ['a part', { stock_change: 1.5 }, 'must be a whole number like +10 or -3'],
    ['beside a stock', { stock_change: 1, stock: 2 }, 'must not stand beside stock without'],
  ])('is refused as %s', async (_, record, message) => {
    const { refused, problems } = await updateRecords({ _id: 'shirt', ...record });
    expect([refused, problems[0]?.field]).toEqual([true, 'stock_change']);
    expect(problems[0]?.message).toContain(message);
    expect(await stockOf('shirt')).toBe(5);
  });

  test('is refused for a product that is not counted, because nobody knows the sum', async () => {
    await shop.sell({ id: 'shirt' });
    const { problems } = await updateRecords({ _id: 'shirt', stock_change: 1 });
    expect(problems).toEqual([
      {
        line: 2,
        field: 'stock_change',
        message: 'needs a stock that is counted: write stock',
      },
    ]);
  });
});

describe('no stock is lifted above its maximum', () => {
  const message = 'would leave the stock above 1000000000';

  test.each<[string, FeedRecord, string]>([
    ['a stock_change', { stock_change: STOCK_MAX - 4 }, 'stock_change'],
    ['a difference', { stock: STOCK_MAX - 3, stock_seen: 1 }, 'stock'],
    ['both together', { stock: STOCK_MAX, stock_seen: 5, stock_change: 1 }, 'stock_change'],
  ])('by %s', async (_, record, field) => {
    const report = await importRecords({ _id: 'shirt', ...record });
    expect(report).toMatchObject({ refused: true, problems: [{ line: 1, field, message }] });
    expect(await stockOf('shirt')).toBe(5);
  });

  test('of a new product', async () => {
    const stock = { stock: STOCK_MAX, stock_seen: 0, stock_change: 1 };
    const { problems } = await importRecords(feedRecord('many', stock));
    expect(problems).toEqual([{ line: 1, field: 'stock_change', message }]);
  });

  test('but it can be reached', async () => {
    await importRecords({ _id: 'shirt', stock_change: STOCK_MAX - 5 });
    expect(await stockOf('shirt')).toBe(STOCK_MAX);
  });

  test('by units that came after the file was checked', async () => {
    const [shirt] = await findProductRows(db, ['shirt']);
    const known = new Map(shirt === undefined ? [] : [['shirt', shirt]]);
    const record = { id: 'shirt', line: 7, fields: {}, stockChange: STOCK_MAX - 4 };
    expect(() => findChanges([record], known)).toThrow(
      'Line 7 would leave the stock of "shirt" above 1000000000.',
    );
  });
});

describe('a stock that an earlier release lifted above the maximum', () => {
  const lifted = STOCK_MAX + 50;
  beforeEach(() => shop.sell({ id: 'shirt', name: 'Shirt', costCents: 100, stock: lifted }));

  test.each(['all.csv', 'all.jsonl'])('stays, and may be sold meanwhile (%s)', async (name) => {
    expect(
      await importEdited(
        name,
        (text) => text,
        () => buy(3),
      ),
    ).toMatchObject({ problems: [] });
    expect(await stockOf('shirt')).toBe(lifted - 3);
    const renamed = await importEdited(
      name,
      (text) => text.replace('Shirt', 'Tee'),
      async () => {},
    );
    expect(renamed).toMatchObject({ problems: [], updated: 1 });
    expect(await updateRecords({ _id: 'shirt', stock: lifted - 3 })).toMatchObject({
      unchanged: 1,
    });
  });

  test.each<FeedRecord>([
    { stock: STOCK_MAX + 40 },
    { stock: lifted + 1, stock_seen: lifted },
    { stock: lifted, stock_seen: lifted, stock_change: 1 },
  ])('but becomes no other one above it: %j', async (record) => {
    const report = await importRecords({ _id: 'shirt', ...record });
    expect(report).toMatchObject({ refused: true, problems: [{ line: 1 }] });
    expect(await stockOf('shirt')).toBe(lifted);
  });

  test.each<FeedRecord>([{ stock: 7 }, { stock: 7, stock_seen: lifted }, { stock_change: -60 }])(
    'and can be lowered: %j',
    async (record) => {
      expect(await importRecords({ _id: 'shirt', ...record })).toMatchObject({ updated: 1 });
      expect(await stockOf('shirt')).toBeLessThan(STOCK_MAX);
    },
  );

  test('is no stock of a new product', async () => {
    const { problems } = await importRecords(feedRecord('many', { stock: lifted }));
    expect(problems).toEqual([
      {
        line: 1,
        field: 'stock',
        message: `must be a whole number from 0 to ${STOCK_MAX}, not ${lifted}`,
      },
    ]);
  });
});

test.each([
  [{ stock: null }, false],
  [{}, false],
  [{ stock: 5 }, false],
  [{ stock: 6 }, true],
])('%j beside a stock_seen of 5 may be written twice or not', (fields, hasDifferences) => {
  const staging = new Staging();
  staging.add(1, { id: 'shirt', line: 2, fields, stockSeen: 5, stockChange: undefined });
  expect(staging.hasDifferences).toBe(hasDifferences);
  staging.close();
});

test('stock alone sets the stock, and the history says what changed it', async () => {
  const { length } = await readStockChanges(db, 'shirt');
  await buy(1);
  await importRecords({ _id: 'shirt', stock: 9 });
  await updateRecords({ _id: 'shirt', stock: 2 });
  await takeOut(services, new Set(['shirt']));
  const history = await readStockChanges(db, 'shirt');
  expect(history.slice(length).map(({ reason, units }) => `${reason} ${units}`)).toEqual([
    'order -1',
    'import 5',
    'update -7',
    'removal -2',
  ]);
  await shop.sell({ id: 'shirt' });
});
