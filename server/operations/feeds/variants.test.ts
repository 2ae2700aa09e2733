/** Variants of products in the files of all formats. */

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { ExportedFormat } from '../../../packages/product-feeds/index.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { exportToOutput } from './export.ts';
import { type FeedRecord, feedRecord, openTestFeeds, toJsonLines } from './feeds.testing.ts';
import { importFile } from './import.ts';

const feeds = await openTestFeeds();

async function openEmptyShop() {
  const shop = await openTestShop();
  const { db } = shop.services;
  await db.deleteFrom('products').execute();
  return {
    ...shop,
    async import(name: string, content: string | Uint8Array, format?: ExportedFormat) {
      return importFile(shop.services, await feeds.write(name, content), { format });
    },
    async export(format: ExportedFormat): Promise<string> {
      const output = new PassThrough();
      const [written] = await Promise.all([
        buffer(output),
        exportToOutput(shop.services, output, { format, origin: 'https://shop.example.com' }),
      ]);
      return written.toString();
    },
    products: () => db.selectFrom('products').selectAll().orderBy('position').execute(),
  };
}

const shirt = { group: 'shirt', category: 'Shirts', brand: 'Acme', rating: 0 };
const records = [
  feedRecord('mug', { category: 'Mugs', rating: 0 }),
  feedRecord('S-M-RED', { ...shirt, name: 'Shirt, M / Red', option: 'M / Red', cost: 20 }),
  feedRecord('S-L-RED', {
    ...shirt,
    name: 'Shirt, L / Red',
    option: 'L / Red',
    cost: 2185,
    stock: 0,
  }),
  feedRecord('lamp', { category: 'Lamps', rating: 0 }),
  // It was added later, so it is not beside the others.
  feedRecord('S-XL-RED', { ...shirt, name: 'Shirt, XL / Red', option: 'XL / Red', stock: null }),
];

test.each<[ExportedFormat, string]>([
  ['json', 'a.json'],
  ['jsonl', 'a.jsonl'],
  ['csv', 'a.csv'],
  ['shopify', 'a.csv'],
  ['google-xml', 'a.xml'],
  ['google-tsv', 'a.tsv'],
])(
  'an export with variants as %s, imported into an empty shop, is exported as the same bytes',
  async (format, name) => {
    const shop = await openEmptyShop();
    await shop.import('a.jsonl', toJsonLines(records));
    const written = await shop.export(format);
    const other = await openEmptyShop();
    expect(await other.import(name, written, format)).toMatchObject({ refused: false, added: 5 });
    expect(await other.export(format)).toBe(written);
    const variants = (await other.products()).filter(({ group_id }) => group_id === 'shirt');
    expect(variants.map(({ id, option, cost_cents }) => [id, option, cost_cents])).toEqual([
      ['S-M-RED', 'M / Red', 2_000],
      ['S-L-RED', 'L / Red', 218_500],
      ['S-XL-RED', 'XL / Red', 1_250],
    ]);
  },
);

test.each<[ExportedFormat, number]>([
  ['json', 3],
  ['csv', 3],
  ['shopify', 3],
  ['google-xml', 3],
])('a product that is the group of others is exported with them: %s', async (format, variants) => {
  const shop = await openEmptyShop();
  const [, red, blue] = records;
  const parent = feedRecord('shirt', { ...shirt, name: 'Shirt', group: undefined, cost: 19 });
  await shop.import('a.jsonl', toJsonLines([parent, red, blue] as FeedRecord[]));
  const written = await shop.export(format);
  const other = await openEmptyShop();
  await other.import(`a.${format.startsWith('google') ? 'xml' : format}`, written, format);
  const rows = await other.products();
  expect(rows.map(({ group_id }) => group_id)).toEqual(Array(variants).fill('shirt'));
  expect(await other.export(format)).toBe(written);
});

describe('a table of one’s own', () => {
  const sizes =
    'Code,Product,Size,Price,Photo\n1,Matcha Uji,50 g,9,/m.jpg\n2,Matcha Uji,100 g,17,\n';
  const mapping = new Map([
    ['group', 'Product'],
    ['name', 'Product'],
    ['option', 'Size'],
  ] as const);
  const openTea = async (text: string) => {
    const shop = await openEmptyShop();
    const run = async (content: string) =>
      importFile(shop.services, await feeds.write('tea.csv', content), { mapping });
    return { ...shop, run, report: await run(text) };
  };

  test('names variants by product and option, and they have the picture of their group', async () => {
    const { report, products } = await openTea(sizes);
    expect(report).toMatchObject({ added: 2, problems: [], unread: [] });
    expect(await products()).toMatchObject([
      { name: 'Matcha Uji, 50 g', group_id: 'matcha-uji', option: '50 g', image: '/m.jpg' },
      { name: 'Matcha Uji, 100 g', group_id: 'matcha-uji', option: '100 g', image: '/m.jpg' },
    ]);
  });

  test('names those once that say their option already', async () => {
    const { products } = await openTea(sizes.replace('1,Matcha Uji', '1,Matcha Uji 50 g'));
    expect((await products())[0]).toMatchObject({ name: 'Matcha Uji 50 g' });
  });

  test('keeps the picture that a variant has', async () => {
    const { products, run } = await openTea(sizes.replace('17,', '17,/own.jpg'));
    await run(sizes);
    expect((await products())[1]).toMatchObject({ image: '/own.jpg' });
  });

  test('has a problem with both lines if two have the same option', async () => {
    const { report } = await openTea(sizes.replace('100 g', '50 g'));
    expect(report.problems).toEqual([
      {
        line: 3,
        field: 'Size',
        message: 'must tell it apart from line 2, which has the same group and option',
      },
    ]);
  });

  test('without ids asks for what tells the rows apart', async () => {
    const text = sizes.replaceAll(/^[^,]*,/gm, '');
    const shop = await openEmptyShop();
    const { problems } = await shop.import('tea.csv', text);
    expect(problems).toEqual([
      {
        line: 3,
        field: '_id',
        message:
          "is missing, and brand and name are those of line 2: give each an _id, or make them variants with --map 'Product=group' --map 'Product=name' --map 'Size=option'",
      },
    ]);
    expect((await openTea(text)).report).toMatchObject({ added: 2, problems: [] });
  });
});

test('null takes a product out of its group', async () => {
  const shop = await openEmptyShop();
  await shop.import('a.jsonl', toJsonLines(records));
  await shop.import('b.jsonl', toJsonLines([{ _id: 'S-M-RED', group: null, option: null }]));
  const row = (await shop.products()).find(({ id }) => id === 'S-M-RED');
  expect([row?.group_id, row?.option]).toEqual(['', '']);
});

test('an export of an earlier release, which has no variants, is read as one', async () => {
  const shop = await openEmptyShop();
  const header =
    '_id,name,category,categories,brand,description,popularity,cost,rating,image,stock,active';
  await shop.import('a.csv', `${header}\nlamp,'=1+1,Lamps,,,,0,12.5,0,/lamp.webp,,true\n`);
  expect((await shop.products())[0]).toMatchObject({ name: '=1+1', group_id: '', option: '' });
});

test('a group that is skipped counts no more records than it has, so that what was added is said', async () => {
  const shop = await openEmptyShop();
  const rows = [
    'Handle,Title,Option1 Value,Variant Price',
    'mug,Mug,,9',
    'a/b,Shirt,M,20',
    'a/b,,L,20',
  ];
  const file = await feeds.write('a.csv', `${rows.join('\n')}\n`);
  expect(await importFile(shop.services, file, { skipInvalid: true })).toMatchObject({
    read: 3,
    added: 1,
    skipped: 2,
  });
});
