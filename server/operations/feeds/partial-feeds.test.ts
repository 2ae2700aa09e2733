import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportedFormats, type FormatName } from '../../../packages/product-feeds/index.ts';
import { findProductRows, readVersion } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { exportToOutput } from './export.ts';
import { type FeedRecord, openTestFeeds, toJsonLines } from './feeds.testing.ts';
import { importFile, updateFile } from './import.ts';

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

const defaults = {
  category: '',
  image: '',
  categories: '',
  brand: '',
  description: '',
  popularity: 0,
  rating_halves: 0,
  stock: null,
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
  ['woo', 'SKU,Regular price\nlamp,9.99\n'],
  ['google-tsv', 'id\tprice\nlamp\t9.99 USD\n'],
  [
    'google-xml',
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>
      <item><g:id>lamp</g:id><g:price>9.99 USD</g:price></item></channel></rss>`,
  ],
];

describe('a field that a feed does not have keeps its value', () => {
  describe.each([
    ['import', importFile],
    ['update', updateFile],
  ])('in an %s of only prices', (_kind, process) => {
    test.each(onlyPrices)('as %s', async (format, content) => {
      const before = await fieldsOf('lamp');
      const report = await process(services, await feeds.write('a.txt', content), { format });
      expect(report).toMatchObject({ updated: 1, problems: [] });
      expect(await fieldsOf('lamp')).toEqual({ ...before, cost_cents: 999 });
    });
  });

  test.each(Object.keys(lamp).filter((field) => field !== '_id'))(
    'in an import of everything but %s',
    async (field) => {
      const [before, version] = [await fieldsOf('lamp'), await readVersion(db)];
      const report = await importRecords([{ ...lamp, [field]: undefined }]);
      expect(report).toMatchObject({ unchanged: 1, problems: [] });
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

  test.each(exportedFormats)('when it is exported as %s and imported again', async (format) => {
    await importRecords([{ _id: 'lamp', active: true }]);
    const before = await fieldsOf('lamp');
    const output = new PassThrough();
    const [content] = await Promise.all([
      text(output),
      exportToOutput(services, output, { format, origin: 'https://shop.example.com' }),
    ]);
    const report = await importFile(services, await feeds.write('a.txt', content), { format });
    expect(report.problems).toEqual([]);
    const isOwn = ['json', 'jsonl', 'csv'].includes(format);
    const image = isOwn ? lamp.image : `https://shop.example.com${lamp.image}`;
    expect(await fieldsOf('lamp')).toEqual({ ...before, image });
  });
});

describe('a field that a feed has', () => {
  test('has no value if it is null', async () => {
    const names = [
      'category',
      'categories',
      'image',
      'brand',
      'description',
      'popularity',
      'rating',
      'stock',
    ];
    await importRecords([
      { _id: 'lamp', ...Object.fromEntries(names.map((name) => [name, null])) },
    ]);
    expect(await fieldsOf('lamp')).toMatchObject({ ...defaults, active: 0 });
  });

  test('removes the categories of the previous category if it is another category', async () => {
    await importRecords([{ _id: 'lamp', category: 'Torches' }]);
    expect(await fieldsOf('lamp')).toMatchObject({ category: 'Torches', categories: '' });
  });
});

describe('a new product', () => {
  test('has the defaults for fields that its feed does not have', async () => {
    await importRecords([{ name: 'Desk', cost: 1 }]);
    expect(await fieldsOf('desk')).toMatchObject({ ...defaults, active: 1 });
  });

  test('is refused without a required field; a known one is not', async () => {
    const report = await importRecords([
      { _id: 'lamp', stock: 1 },
      { _id: 'desk', rating: 9, cost: 1 },
    ]);
    expect(report).toMatchObject({ refused: true, problemCount: 2 });
    const fields = report.problems.map(({ line, field }) => `${line} ${field}`);
    expect(fields).toEqual(['2 name', '2 rating']);
    expect(await fieldsOf('lamp')).toMatchObject({ stock: 7 });
  });
});
