/** The package with the fields of a shop of plants, which knows no ratings and has sunlight. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  createFeedWriter,
  type FeedProduct,
  type FeedShop,
  type FormatName,
  InvalidValue,
  readFeed,
} from './index.ts';

const shop: FeedShop = {
  fields: [
    { name: '_id', alias: 'id', shopify: ['Handle'], woo: ['SKU'], google: ['id'] },
    { name: 'name', shopify: ['Title'], woo: ['Name'], google: ['title'], headings: [['plant']] },
    { name: 'cost', shopify: ['Variant Price'], woo: ['Regular price'], google: ['price'] },
    { name: 'sunlight', google: ['custom_label_0'], headings: [['sun']] },
  ],
  picturesMax: 8,
  currency: 'USD',
  isProductId: (text) => text !== '',
  makeId: (text) => text.toLowerCase(),
  joinOptions: (options) => options.join(' / '),
  nameVariant: (title, option) => `${title}, ${option}`,
};

async function read(format: FormatName | 'any table', text: string, options = {}) {
  const entries = readFeed(Readable.from([Buffer.from(text)]), format, shop, options);
  return Array.fromAsync(entries, (entry) =>
    'values' in entry ? { line: entry.line, ...Object.fromEntries(entry.values) } : entry,
  );
}

const fern = { _id: 'fern', name: 'Fern', cost: '7.50' };

test.each<[string, FormatName | 'any table', string]>([
  ['an own table', 'any table', '_id,Plant,cost\nfern,Fern,7.50\n'],
  ['Shopify’s table', 'any table', 'Handle,Title,Variant Price\nfern,Fern,7.50\n'],
  ['WooCommerce’s table', 'any table', 'Type,SKU,Name,Regular price,In stock?\n,fern,Fern,7.50,\n'],
  ['Google’s table', 'google-tsv', 'id\ttitle\tprice\nfern\tFern\t7.50 USD\n'],
])('%s is read into the fields of the shop', async (_name, format, text) => {
  expect(await read(format, text)).toMatchObject([
    { line: 2, ...fern, cost: format === 'google-tsv' ? '7.50 USD' : '7.50' },
  ]);
});

test('a field of the shop alone is read by its heading and written to the dialect that has it', async () => {
  expect(await read('csv', '_id;Sun\nfern;shade\n')).toMatchObject([{ sunlight: 'shade' }]);
  const fields = { ...fern, sunlight: 'shade', cost: 7.5, active: true, category: '', brand: '' };
  const product: FeedProduct = {
    fields: { ...fields, categories: null, description: '', stock: 3, option: null, group: null },
    images: [],
    picture: '',
    link: '/fern',
    groupName: 'Fern',
  };
  const origin = 'https://plants.example';
  const { header, write, footer } = await createFeedWriter('google-xml', shop, origin);
  const xml = [header, ...write([product]), footer].join('');
  expect(await read('google-xml', xml)).toEqual([
    { line: 7, ...fern, cost: '7.50 USD', sunlight: 'shade' },
  ]);
});

test('mapped names, other names, and defaults hold for every format', async () => {
  const options = {
    mapping: new Map([['name', 'Art']]),
    defaults: new Map([['sunlight', 'full']]),
  };
  expect(await read('csv', 'id,Art\nfern,Fern\n', options)).toMatchObject([
    { _id: 'fern', name: 'Fern', sunlight: 'full' },
  ]);
});

test('what cannot be read is an invalid value, a problem of a record, or the end of the file', async () => {
  expect(
    await read('google-tsv', 'id\ttitle\tprice\tcurrency\nfern\tFern\t7\tEUR\n'),
  ).toMatchObject([{ cost: expect.any(InvalidValue) }]);
  expect(await read('jsonl', '{"_id":"fern"}\n[]\n')).toEqual([
    { line: 1, _id: 'fern' },
    { line: 2, problem: 'is not a JSON object' },
  ]);
  await expect(read('json', '[{"_id":"fern"}')).rejects.toMatchObject({
    name: 'MalformedFile',
    line: 1,
  });
});
