import { beforeEach, describe, expect, test } from 'vitest';
import { findProductRows, readVersion } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { type FeedRecord, feedRecord, openTestFeeds, toCsv, toJsonLines } from './feeds.testing.ts';
import { type ImportOptions, importFile, updateFile } from './import.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const feeds = await openTestFeeds();

beforeEach(async () => {
  await db.deleteFrom('products').execute();
  const records = ['lamp', 'desk', 'rug'].map((id) => feedRecord(id, { brand: 'Lumo' }));
  await importFile(services, await write(records));
});

const write = (records: readonly FeedRecord[]) => feeds.write('a.jsonl', toJsonLines(records));

async function update(records: readonly FeedRecord[], options?: ImportOptions) {
  return updateFile(services, await write(records), options);
}

async function lampRow() {
  const [row] = await findProductRows(db, ['lamp']);
  if (row === undefined) throw new Error('There is no lamp');
  return row;
}

describe('an update', () => {
  test.each<[FeedRecord, object]>([
    [{ cost: 9.99 }, { cost_cents: 999 }],
    [{ price: '10' }, { cost_cents: 1_000 }],
    [{ stock: 0 }, { stock: 0 }],
    [{ stock: null }, { stock: null }],
    [{ active: false }, { active: 0 }],
    [
      { cost: 1, stock: 3, active: 0 },
      { cost_cents: 100, stock: 3, active: 0 },
    ],
    [{ cost: 1, name: 'Another', rating: 1, brand: '' }, { cost_cents: 100 }],
  ])('with %o changes only that', async (fields, changed) => {
    const { updated_at: _, ...before } = await lampRow();
    const version = await readVersion(db);
    const report = await update([{ _id: 'lamp', ...fields }]);
    expect(report).toMatchObject({ refused: false, read: 1, added: 0, updated: 1, problems: [] });
    const { updated_at: __, ...after } = await lampRow();
    expect(after).toEqual({ ...before, ...changed });
    expect(await readVersion(db)).not.toBe(version);
  });

  test('without a difference, or without fields, changes nothing', async () => {
    const version = await readVersion(db);
    const records = [{ _id: 'lamp', cost: 12.5, stock: 7, active: true }, { id: 'desk' }];
    expect(await update(records)).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await readVersion(db)).toBe(version);
  });

  test('of a table changes only fields with a value', async () => {
    const table = toCsv([
      { _id: 'rug', cost: 5, stock: '', active: 'no' },
      { _id: 'lamp', cost: '', stock: 2, active: '' },
    ]);
    const report = await updateFile(services, await feeds.write('a.csv', table));
    expect(report).toMatchObject({ updated: 2 });
    expect(await lampRow()).toMatchObject({ cost_cents: 1_250, stock: 2, active: 1 });
    const [rug] = await findProductRows(db, ['rug']);
    expect(rug).toMatchObject({ cost_cents: 500, stock: 7, active: 0 });
  });

  test('keeps the stock of an order that is placed meanwhile', async () => {
    let readings = 0;
    const withOrder = db.withPlugin({
      transformQuery: ({ node }) => node,
      // Change the stock like an order, after the readings that check and compare the file, and before the one that locks.
      async transformResult({ result }) {
        readings++;
        if (readings === 2) await db.updateTable('products').set({ stock: 6 }).execute();
        return result;
      },
    });
    // One statement changes both, so it also writes the stock of the lamp.
    const file = await write([
      { _id: 'lamp', cost: 9 },
      { _id: 'desk', stock: 3 },
    ]);
    await updateFile({ ...services, db: withOrder }, file);
    expect(await lampRow()).toMatchObject({ cost_cents: 900, stock: 6 });
  });

  test('of an unknown id refuses the whole file', async () => {
    const version = await readVersion(db);
    const report = await update([
      { _id: 'lamp', cost: 1 },
      { _id: 'sofa', cost: 1 },
      { _id: 'desk', cost: 'x', stock: -1, active: 'maybe' },
      { cost: 1 },
      { _id: 'lamp', cost: 2 },
    ]);
    expect(report).toMatchObject({ refused: true, read: 5, updated: 0 });
    expect(
      report.problems.map(({ line, field, message }) => `${line} ${field} ${message}`),
    ).toEqual([
      '2 _id sofa is no product of the catalogue',
      '3 cost must be an amount in dollars with at most two decimals, not "x"',
      '3 stock must be a whole number from 0 to 1000000000, not -1',
      '3 active must be true or false, yes or no, 1 or 0, not "maybe"',
      '4 _id is missing',
      '5 _id lamp is the one of line 1 already (--ignore "_id", or --map COLUMN=_id takes the id from another column)',
    ]);
    expect(await readVersion(db)).toBe(version);
  });

  test('with skipInvalid changes the other products', async () => {
    const records = [
      { _id: 'lamp', cost: 1 },
      { _id: 'sofa', cost: 1 },
      { _id: 'desk', cost: 'x' },
    ];
    const counts = { refused: false, read: 3, updated: 1, skipped: 2, problemCount: 2 };
    expect(await update(records, { skipInvalid: true })).toMatchObject(counts);
    expect(await lampRow()).toMatchObject({ cost_cents: 100 });
  });

  test('with dryRun reports what would change, and changes nothing', async () => {
    const report = await update([{ _id: 'lamp', cost: 1 }], { dryRun: true });
    expect(report).toMatchObject({ updated: 1 });
    expect(await lampRow()).toMatchObject({ cost_cents: 1_250 });
  });
});

test.each<[string, FeedRecord, number]>([
  ['hidden if the file does not have the field', {}, 0],
  ['on sale if the file says so', { active: true }, 1],
])('an import leaves a product %s', async (_how, fields, active) => {
  await update([{ _id: 'lamp', active: false }]);
  await importFile(services, await write([feedRecord('lamp', { cost: 1, ...fields })]));
  expect(await lampRow()).toMatchObject({ cost_cents: 100, active });
});

describe('mapped fields', () => {
  const mapping = new Map([
    ['name', 'Artikel'],
    ['cost', 'Preis'],
    ['_id', 'Nr'],
  ] as const);

  test('replace the file’s own fields of that name, in a table and in Google’s feed', async () => {
    const record = feedRecord('any', { Nr: 'sofa', Artikel: 'Das Sofa', Preis: 99 });
    const file = await feeds.write('a.csv', toCsv([record]));
    expect(await importFile(services, file, { mapping })).toMatchObject({ added: 1 });
    const sofa = { name: 'Das Sofa', cost_cents: 9_900 };
    expect(await findProductRows(db, ['sofa'])).toMatchObject([sofa]);
    const google = 'id\ttitle\timage_link\tprice\tproduct_type\tNr\tArtikel\tPreis\n';
    const row = 'x\tx\t/pictures/any.webp\t1 USD\tTests\tsofa\tDas Sofa\t98\n';
    await importFile(services, await feeds.write('a.tsv', google + row), { mapping });
    expect(await findProductRows(db, ['sofa'])).toMatchObject([{ ...sofa, cost_cents: 9_800 }]);
  });

  test('have the file’s names in problems', async () => {
    const record = feedRecord('any', { Nr: 'a/b', Artikel: '', Preis: 'teuer' });
    const file = await feeds.write('a.csv', toCsv([record]));
    const others = new Map([...mapping].slice(1));
    const { problems } = await importFile(services, file, { mapping: others });
    expect(problems.map(({ field }) => field)).toEqual(['Nr', 'Preis']);
  });

  test('that no record has are an error, because they must be mistyped', async () => {
    const file = await write([feedRecord('any', { Artikel: 'Sofa' })]);
    await expect(importFile(services, file, { mapping })).rejects.toMatchObject({
      name: 'OperatorError',
      message: `No record of ${file} has the field "Preis" that --map or --ignore names.`,
    });
  });
});
