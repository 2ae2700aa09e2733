/** Variants in Shopify's tables, as its own sample files have them: of colour and size, at different prices. */
import { beforeEach, expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import { feedRecord, openTestFeeds, toCsv, toJsonLines } from '../feeds.testing.ts';
import { type ImportOptions, importFile, updateFile } from '../import.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();
const { db } = services;

beforeEach(async () => {
  await db.deleteFrom('products').execute();
});

type Row = Record<string, string>;

/** The first row of a product, which has the texts. */
const shirt: Row = {
  Handle: 'linen-shirt',
  Title: 'Linen shirt',
  'Body (HTML)': '<p>Cool.</p>',
  Vendor: 'Acme',
  Type: 'Shirts',
  Published: 'TRUE',
  'Option1 Name': 'Size',
  'Option1 Value': 'M',
  'Option2 Name': 'Color',
  'Option2 Value': 'Red',
  'Variant SKU': 'LS-M-RED',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '4',
  'Variant Price': '20.00',
  'Image Src': 'https://cdn.example.com/shirt.jpg',
  'Image Position': '1',
  'Variant Image': 'https://cdn.example.com/red.jpg',
  Status: 'active',
};

function variant(size: string, color: string, changes: Row): Row {
  return { Handle: 'linen-shirt', 'Option1 Value': size, 'Option2 Value': color, ...changes };
}

const rows: Row[] = [
  shirt,
  variant('L', 'Red', {
    'Variant SKU': 'LS-L-RED',
    'Variant Price': '2185',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '0',
  }),
  { Handle: 'linen-shirt', 'Image Src': 'https://cdn.example.com/2.jpg', 'Image Position': '2' },
  variant('L', 'Blue', { 'Variant SKU': 'LS-L-BLUE', 'Variant Price': '22.50' }),
  { ...shirt, Handle: 'hat', Title: 'Hat', 'Variant SKU': 'HAT', 'Variant Image': '' },
];

const emptyRow = Object.fromEntries(Object.keys(shirt).map((column) => [column, '']));

async function importRows(table: Row[], options: ImportOptions = {}) {
  const content = toCsv(table.map((row) => ({ ...emptyRow, ...row })));
  return importFile(services, await feeds.write('products_export.csv', content), options);
}

async function products() {
  const all = await db.selectFrom('products').selectAll().orderBy('position').execute();
  return all.map(({ id, name, option, group_id, cost_cents, stock }) =>
    [id, name, option, group_id, cost_cents, stock].join('|'),
  );
}

test('each variant is a product with its own SKU, name, price and stock', async () => {
  expect(await importRows(rows)).toMatchObject({ read: 4, added: 4, problems: [] });
  expect(await products()).toEqual([
    'LS-M-RED|Linen shirt, M / Red|M / Red|linen-shirt|2000|4',
    'LS-L-RED|Linen shirt, L / Red|L / Red|linen-shirt|218500|0',
    'LS-L-BLUE|Linen shirt, L / Blue|L / Blue|linen-shirt|2250|',
    'hat|Hat|||2000|4',
  ]);
});

test('a variant has the texts and pictures of the product, first its own if the table has one', async () => {
  await importRows(rows);
  const all = await db.selectFrom('products').selectAll().orderBy('position').execute();
  const names = ({ image }: { image: string }) => image.split('\n').map((one) => one.slice(24));
  expect(all.map(names)).toEqual([
    ['red.jpg', 'shirt.jpg', '2.jpg'],
    ['shirt.jpg', '2.jpg'],
    ['shirt.jpg', '2.jpg'],
    ['shirt.jpg'],
  ]);
  for (const product of all) {
    expect(product).toMatchObject({ category: 'Shirts', brand: 'Acme', description: 'Cool.' });
  }
});

test.each([
  ['no variant has a SKU', ['', '', '']],
  ['two variants have the same SKU', ['LS', 'LS', 'LS-3']],
  ['a SKU can be no id', ['LS/1', 'LS-2', 'LS-3']],
])('the ids are made of product and option if %s', async (_case, skus) => {
  const [first, second, third] = rows.filter((row) => row['Variant Price'] !== undefined);
  const table = [first, second, third].map((row, index) => ({
    ...row,
    'Variant SKU': skus[index] ?? '',
  }));
  expect(await importRows(table)).toMatchObject({ added: 3, problems: [] });
  const ids = (await products()).map((product) => product.split('|')[0]);
  expect(ids).toEqual(['linen-shirt:m-red', 'linen-shirt:l-red', 'linen-shirt:l-blue']);
});

test('the ids depend on no order: the same variants in another order change nothing', async () => {
  await importRows(rows);
  const before = await products();
  const [first, second, , third] = rows;
  const [texts, size] = [{ ...shirt, ...third }, { ...second }];
  const other = variant('M', 'Red', {
    'Variant SKU': 'LS-M-RED',
    'Variant Price': '20.00',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '4',
  });
  const table = [{ ...texts, 'Variant Inventory Tracker': '', 'Variant Image': '' }, other, size];
  expect(first).toBe(shirt);
  expect(await importRows(table)).toMatchObject({ added: 0, problems: [] });
  expect(await products()).toEqual(before);
});

test('a SKU of two products is a problem that --ignore solves', async () => {
  const hat = { ...shirt, Handle: 'hat', 'Option1 Value': 'S', 'Variant SKU': 'LS-M-RED' };
  const table = [shirt, variant('L', 'Red', { 'Variant SKU': 'L', 'Variant Price': '9' }), hat];
  const other = { Handle: 'hat', 'Option1 Value': 'M', 'Variant SKU': 'H', 'Variant Price': '9' };
  const { problems } = await importRows([...table, other]);
  expect(problems).toEqual([
    {
      line: 4,
      field: 'Variant SKU',
      message:
        'LS-M-RED is the one of line 2 already (--ignore "Variant SKU", or --map COLUMN=_id takes the id from another column)',
    },
  ]);
  const report = await importRows([...table, other], { ignored: new Set(['Variant SKU']) });
  expect(report).toMatchObject({ added: 4, problems: [] });
});

test('two variants with the same option are a problem, although their SKUs differ', async () => {
  const again = variant('M', 'Red', { 'Variant SKU': 'LS-2', 'Variant Price': '30' });
  expect((await importRows([shirt, again])).problems).toMatchObject([
    { line: 3, field: 'Option1 Value', message: expect.stringContaining('line 2') },
  ]);
});

test('variants that nothing tells apart are refused with their line', async () => {
  const again = variant('M', 'Red', { 'Variant Price': '30' });
  const { problems } = await importRows([{ ...shirt, 'Variant SKU': '' }, again]);
  expect(problems).toEqual([
    {
      line: 3,
      field: 'Handle',
      message: expect.stringContaining('linen-shirt:m-red is the one of line 2 already'),
    },
  ]);
});

test('a product that an earlier release imported for all variants is taken from sale', async () => {
  const old = feedRecord('linen-shirt', { name: 'Linen shirt', cost: 20, stock: 4 });
  await importFile(services, await feeds.write('a.jsonl', toJsonLines([old])));
  expect(await importRows(rows)).toMatchObject({ read: 4, added: 4, updated: 1, problems: [] });
  const row = await db
    .selectFrom('products')
    .select(['active', 'cost_cents'])
    .where('id', '=', 'linen-shirt')
    .executeTakeFirst();
  expect(row).toEqual({ active: 0, cost_cents: 2_000 });
});

test('a variant may have the id of the product', async () => {
  const table = [{ ...shirt, 'Variant SKU': 'linen-shirt' }, ...rows.slice(1, 4)];
  expect(await importRows(table)).toMatchObject({ read: 3, added: 3, problems: [] });
});

test('--map reads a column of the product for each of its variants', async () => {
  await importRows(rows, { mapping: new Map([['category', 'Vendor']]) });
  const found = await db.selectFrom('products').select('category').execute();
  expect(found.map(({ category }) => category)).toEqual(['Acme', 'Acme', 'Acme', 'Acme']);
});

test('an update changes price and stock of each variant', async () => {
  await importRows(rows);
  const table = rows.map((row) =>
    row['Variant SKU'] === 'LS-L-BLUE' ? { ...row, 'Variant Price': '9' } : row,
  );
  const content = toCsv(table.map((row) => ({ ...emptyRow, ...row })));
  const report = await updateFile(services, await feeds.write('products_export.csv', content));
  expect(report).toMatchObject({ read: 4, updated: 1, unchanged: 3, problems: [] });
  expect(await products()).toContain('LS-L-BLUE|Linen shirt, L / Blue|L / Blue|linen-shirt|900|');
});

test('more than 2,048 variants of a product are a problem of each further row', async () => {
  const table = Array.from({ length: 2_050 }, (_, size) =>
    variant(`${size}`, 'Red', { Title: 'Linen shirt', Type: 'Shirts', 'Variant Price': '1' }),
  );
  table[0] = { ...shirt, 'Variant SKU': '' };
  const { problems, problemCount } = await importRows(table);
  expect([problemCount, problems[0]?.line]).toEqual([2, 2_050]);
});
