import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { findProductRows, readVersion } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { exportToOutput } from './export.ts';
import type { FormatName } from './formats/names.ts';
import { importFile, updateFile } from './import.ts';
import { type FeedRecord, openTestFeeds, toJsonLines } from './test-feeds.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();

/** A product with every field, and no default value. */
const lamp = {
  _id: 'lamp',
  name: 'Desk lamp',
  category: 'Lamps',
  categories: ['Home', 'Lamps'],
  brand: 'Lumo',
  description: 'Bright',
  popularity: 12,
  cost: 12.5,
  rating: 4.5,
  image: '/pictures/lamp.webp',
  stock: 7,
  active: false,
};

beforeEach(async () => {
  await db.deleteFrom('products').execute();
  await importRecords([lamp]);
});

async function importRecords(records: readonly FeedRecord[]) {
  return importFile(services, await feeds.write('a.jsonl', toJsonLines(records)));
}

/** Reads every field that a feed can change. */
async function fieldsOf(id: string) {
  const [row] = await findProductRows(db, [id]);
  if (row === undefined) throw new Error(`There is no ${id}`);
  const { position: _, updated_at: __, ...fields } = row;
  return fields;
}

const onlyPrices: [FormatName, string][] = [
  ['json', '[{"_id":"lamp","cost":9.99}]'],
  ['jsonl', '{"_id":"lamp","cost":9.99}\n'],
  ['csv', '_id,cost\nlamp,9.99\n'],
  ['shopify', 'Handle,Title,Variant Price\nlamp,,9.99\n'],
  ['google-tsv', 'id\tprice\nlamp\t9.99 USD\n'],
  [
    'google-xml',
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>
      <item><g:id>lamp</g:id><g:price>9.99 USD</g:price></item></channel></rss>`,
  ],
];

describe('a field that a feed does not have keeps its value', () => {
  test.each(onlyPrices)('in an import of only prices, as %s', async (format, content) => {
    const before = await fieldsOf('lamp');
    const report = await importFile(services, await feeds.write('a.txt', content), { format });
    expect(report).toMatchObject({ updated: 1, problems: [] });
    expect(await fieldsOf('lamp')).toEqual({ ...before, cost_cents: 999 });
  });

  test.each(onlyPrices)('in an update of only prices, as %s', async (format, content) => {
    const before = await fieldsOf('lamp');
    const report = await updateFile(services, await feeds.write('a.txt', content), { format });
    expect(report).toMatchObject({ updated: 1, problems: [] });
    expect(await fieldsOf('lamp')).toEqual({ ...before, cost_cents: 999 });
  });

  test.each(Object.keys(lamp).filter((field) => field !== '_id'))(
    'in an import of everything but %s',
    async (field) => {
      const [before, version] = [await fieldsOf('lamp'), await readVersion(db)];
      expect(await importRecords([{ ...lamp, [field]: undefined }])).toMatchObject({
        unchanged: 1,
        problems: [],
      });
      expect(await fieldsOf('lamp')).toEqual(before);
      expect(await readVersion(db)).toBe(version);
    },
  );

  test('in a row with empty cells', async () => {
    const before = await fieldsOf('lamp');
    const table = '_id,name,brand,rating,stock,active\nlamp,Table lamp,,,,\n';
    await importFile(services, await feeds.write('a.csv', table));
    expect(await fieldsOf('lamp')).toEqual({ ...before, name: 'Table lamp' });
  });

  test.each<[FormatName, string]>([
    ['json', '/pictures/lamp.webp'],
    ['jsonl', '/pictures/lamp.webp'],
    ['csv', '/pictures/lamp.webp'],
    ['shopify', 'https://shop.example.com/pictures/lamp.webp'],
    ['google-xml', 'https://shop.example.com/pictures/lamp.webp'],
    ['google-tsv', 'https://shop.example.com/pictures/lamp.webp'],
  ])('when it is exported as %s and imported again', async (format, image) => {
    await importRecords([{ _id: 'lamp', active: true }]);
    const before = await fieldsOf('lamp');
    const output = new PassThrough();
    const [content] = await Promise.all([
      text(output),
      exportToOutput(services, output, { format, origin: 'https://shop.example.com' }),
    ]);
    const report = await importFile(services, await feeds.write('a.txt', content), { format });
    expect(report.problems).toEqual([]);
    expect(await fieldsOf('lamp')).toEqual({ ...before, image });
  });
});

describe('a field that a feed has', () => {
  test('has no value if it is null', async () => {
    const nothing = {
      categories: null,
      brand: null,
      description: null,
      popularity: null,
      rating: null,
      stock: null,
    };
    await importRecords([{ _id: 'lamp', ...nothing }]);
    expect(await fieldsOf('lamp')).toMatchObject({
      category: 'Lamps',
      categories: '',
      brand: '',
      description: '',
      popularity: 0,
      rating_halves: 0,
      stock: null,
      active: 0,
    });
  });

  test('removes the categories of the previous category if it is another category', async () => {
    await importRecords([{ _id: 'lamp', category: 'Torches' }]);
    expect(await fieldsOf('lamp')).toMatchObject({ category: 'Torches', categories: '' });
  });
});

describe('a new product', () => {
  test('has the defaults for fields that its feed does not have', async () => {
    await importRecords([{ name: 'Desk', category: 'Desks', cost: 1, image: '/desk.webp' }]);
    expect(await fieldsOf('desk')).toMatchObject({
      categories: '',
      brand: '',
      description: '',
      popularity: 0,
      rating_halves: 0,
      stock: null,
      active: 1,
    });
  });

  test('is refused without a required field; a known one is not', async () => {
    const report = await importRecords([
      { _id: 'lamp', stock: 1 },
      { _id: 'desk', rating: 9, cost: 1 },
    ]);
    expect(report).toMatchObject({ refused: true, problemCount: 4 });
    expect(report.problems.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '2 name',
      '2 category',
      '2 rating',
      '2 image',
    ]);
    expect(await fieldsOf('lamp')).toMatchObject({ stock: 7 });
  });
});
