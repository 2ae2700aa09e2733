/** Tables with usual headings, and the mapping of unknown ones. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { FieldName } from '../../shop/catalogue/fields/product-fields.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { openTestFeeds } from './feeds.testing.ts';
import { importFile } from './import.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();

beforeEach(() => db.deleteFrom('products').execute());

async function importText(text: string, mapping?: readonly (readonly [string, FieldName])[]) {
  const file = await feeds.write('a.csv', text);
  return importFile(services, file, mapping && { mapping: new Map(mapping) });
}
const mug = async () => (await findProductRows(db, ['m1']))[0];

test.each([
  'SKU,Title,Price,Stock,Category,Picture',
  'sku,title,price,stock,category,picture',
  'Product ID,Product Name,Unit Price,Qty,Product Type,Image URL',
  'Item_number,PRODUCT TITLE,Price (USD),Quantity in stock,Department,Photo',
])('the headings %s are understood', async (header) => {
  expect(await importText(`${header}\nm1,Mug,5.50,3,Mugs,/m.png\n`)).toMatchObject({
    problems: [],
  });
  expect(await mug()).toMatchObject({
    name: 'Mug',
    cost_cents: 550,
    stock: 3,
    category: 'Mugs',
    image: '/m.png',
  });
});

test('a price counts before what the merchant pays', async () => {
  await importText('SKU,Title,Cost,Price\nm1,Mug,2,5\n');
  expect(await mug()).toMatchObject({ cost_cents: 500 });
});

test('a description under a heading, or a mapped one, is HTML', async () => {
  const html = '<p>Blue &amp; round, up to 4K <HDR></p>';
  const text = { description: 'Blue & round, up to 4K <HDR>' };
  await importText(`SKU,Title,Price,Body\nm1,Mug,5,${`"${html}"`}\n`);
  expect(await mug()).toMatchObject(text);
  await importText(`_id,name,cost,Text\nm1,Mug,6,${`"${html}"`}\n`, [['Text', 'description']]);
  expect(await mug()).toMatchObject({ ...text, cost_cents: 600 });
});

test.each([
  ['SKU,Title,Price,price', 'has two columns for cost, Price and price: rename one'],
  ['SKU,sku,Title,Price', 'has two columns for _id, SKU and sku: rename one'],
  ['Handle,Title,Variant Price,VARIANT PRICE', 'names the field VARIANT PRICE twice'],
])('two columns for one field are refused: %s', async (header, message) => {
  const { problems } = await importText(`${header}\nm1,Mug,5,6\n`);
  expect(problems).toEqual([{ line: 1, message }]);
});

test.each(['Price (€)', '£ price', 'Price ¥'])('%s is no price in dollars', async (heading) => {
  const { problems } = await importText(`SKU,Title,${heading}\nm1,Mug,5\n`);
  expect(problems).toEqual([
    {
      line: 1,
      message: `has no column for cost, only SKU, Title, ${heading}; try --map '${heading}=cost'`,
    },
  ]);
});

test('a row that is shorter than a header of 100,000 columns is one problem', async () => {
  const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`);
  const { problems } = await importText(`SKU,Title,Price,${columns.join()}\nm1,Mug,5\n`);
  expect(problems).toEqual([
    { line: 2, message: expect.stringMatching(/^must have 100003 cells/) },
  ]);
});

describe('missing columns are one sentence', () => {
  test('with the columns found, those missing, and the --map to try', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `m${n},/m.png,Becher ${n},"5,50",7\n`);
    const report = await importText(`SKU,Bild,Artikel,Preis in $,Lager\n${rows.join('')}`);
    expect(report).toMatchObject({ refused: true, read: 50, problemCount: 1 });
    expect(report.problems).toEqual([
      {
        line: 1,
        message:
          "has no column for name and cost, only SKU, Bild, Artikel, Preis in $, Lager; try --map Artikel=name --map 'Preis in $=cost'",
      },
    ]);
  });

  test('but known products may lack them', async () => {
    await importText('_id,name,cost\nm1,Mug,5\n');
    expect(await importText('_id,stock\nm1,3\n')).toMatchObject({ updated: 1, problems: [] });
  });

  test('and an empty cell of a column that is there is a problem of its row', async () => {
    const { problems } = await importText('SKU,Title,Price\nm1,,5\nm2,Mug,5\n');
    expect(problems).toEqual([{ line: 2, field: 'Title', message: 'is missing' }]);
  });
});

describe('a mapped column', () => {
  const table = (cell: string) => `_id,name,cost,stock,Bestand\nm1,Mug,5,7,${cell}\n`;

  test('may be empty: stock stays as it is', async () => {
    await importText('_id,name,cost,stock\nm1,Mug,5,4\n');
    expect(await importText(table(''), [['Bestand', 'stock']])).toMatchObject({ problems: [] });
    expect(await mug()).toMatchObject({ stock: 4 });
  });

  test('replaces the field and its other name', async () => {
    const text = '_id,name,price,Preis\nm1,Mug,5,\nm2,Cup,5,6\n';
    const { problems } = await importText(text, [['Preis', 'cost']]);
    expect(problems).toEqual([{ line: 2, field: 'Preis', message: 'is missing' }]);
  });

  test('that the table doesn’t have is an error', async () => {
    await expect(importText(table('1'), [['Bestnd', 'stock']])).rejects.toThrow('"Bestnd"');
  });
});
