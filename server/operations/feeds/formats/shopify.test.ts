import { beforeEach, describe, expect, test } from 'vitest';
import { findProductRows } from '../../../shop/catalogue/store.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { openTestFeeds, toCsv } from '../feeds.testing.ts';
import { importFile, updateFile } from '../import.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();
beforeEach(() => db.deleteFrom('products').execute());

const older = {
  Handle: 'desk-lamp',
  Title: 'Desk Lamp, green',
  'Body (HTML)': '<p>Bright &amp; <b>co</b>mpact.</p><ul><li>9 W</li><li>1 &lt; 2</li></ul>',
  Vendor: 'Lumo',
  'Product Category': 'Home & Garden > Lighting > Lamps',
  Type: 'Desk lamps',
  Tags: 'green, sale',
  Published: 'TRUE',
  'Option1 Name': 'Size',
  'Option1 Value': 'S',
  'Variant SKU': 'L-S',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '4',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '19.90',
  'Image Src': 'https://cdn.example.com/lamp.jpg',
  'Image Position': '1',
  Status: 'active',
};
type Row = Partial<typeof older>;

/** The column names of Shopify's newer template. */
const newer: Record<Column, string> = {
  Handle: 'URL handle',
  Title: 'Title',
  'Body (HTML)': 'Description',
  Vendor: 'Vendor',
  'Product Category': 'Product category',
  Type: 'Type',
  Tags: 'Tags',
  Published: 'Published on online store',
  'Option1 Name': 'Option1 name',
  'Option1 Value': 'Option1 value',
  'Variant SKU': 'SKU',
  'Variant Inventory Tracker': 'Inventory tracker',
  'Variant Inventory Qty': 'Inventory quantity',
  'Variant Inventory Policy': 'Continue selling when out of stock',
  'Variant Price': 'Price',
  'Image Src': 'Product image URL',
  'Image Position': 'Image position',
  Status: 'Status',
};

type Column = keyof typeof older;

/** @param rename gives the names of the columns */
function toTable(rows: readonly Row[], rename = (name: Column): string => name): string {
  const columns = Object.keys(older) as Column[];
  const toRow = (row: Row) => columns.map((column) => [rename(column), row[column] ?? '']);
  return toCsv(rows.map((row) => Object.fromEntries(toRow(row))));
}

async function importRows(...rows: Row[]) {
  return importFile(services, await feeds.write('products_export.csv', toTable(rows)));
}

async function rowOf(id: string) {
  const [row] = await findProductRows(db, [id]);
  return row;
}

const lamp = {
  id: 'desk-lamp',
  name: 'Desk Lamp, green',
  category: 'Desk lamps',
  categories: 'Home & Garden > Lighting > Lamps',
  brand: 'Lumo',
  description: 'Bright & compact. 9 W 1 < 2',
  cost_cents: 1_990,
  image: 'https://cdn.example.com/lamp.jpg',
  stock: 4,
  active: 1,
};

describe('a product of a Shopify table', () => {
  test('is read by the older column names', async () => {
    expect(await importRows(older)).toMatchObject({ read: 1, added: 1, problems: [] });
    expect(await rowOf('desk-lamp')).toMatchObject(lamp);
  });

  test('is read by the newer column names', async () => {
    const rows = [{ ...older, 'Variant Inventory Policy': 'FALSE' }];
    const table = toTable(rows, (name) => newer[name]);
    const file = await feeds.write('products.csv', table);
    expect(await importFile(services, file)).toMatchObject({ read: 1, added: 1, problems: [] });
    expect(await rowOf('desk-lamp')).toMatchObject(lamp);
  });

  test('has its further pictures in rows that are no variants', async () => {
    const report = await importRows(
      older,
      { Handle: 'desk-lamp', 'Image Src': 'https://cdn.example.com/2.jpg', 'Image Position': '2' },
      { ...older, Handle: 'other' },
    );
    expect(report).toMatchObject({ read: 2, problems: [] });
    expect(await rowOf('desk-lamp')).toMatchObject({
      ...lamp,
      image: `${lamp.image}\nhttps://cdn.example.com/2.jpg`,
    });
  });

  test.each<[string, Row, object]>([
    ['its stock is not tracked', { 'Variant Inventory Tracker': '' }, { stock: null }],
    ['it is sold on without stock', { 'Variant Inventory Policy': 'continue' }, { stock: null }],
    ['more was sold than there was', { 'Variant Inventory Qty': '-3' }, { stock: 0 }],
    ['it is a draft', { Status: 'draft' }, { active: 0 }],
    ['it is archived', { Status: 'Archived' }, { active: 0 }],
    ['it is unlisted', { Status: 'unlisted' }, { active: 0 }],
    ['it is active, but not published', { Status: 'active', Published: 'false' }, { active: 0 }],
    ['it is published without a status', { Status: '', Published: 'TRUE' }, { active: 1 }],
    ['it has no type, but Shopify’s category', { Type: '' }, { category: 'Lamps' }],
  ])('has what shoppers see if %s', async (_when, changes, seen) => {
    await importRows({ ...older, ...changes });
    expect(await rowOf('desk-lamp')).toMatchObject(seen);
  });
});

test('problems have Shopify’s column names', async () => {
  const report = await importRows(
    { ...older, Handle: 'a', 'Variant Price': 'free', Status: 'sold', 'Image Src': '' },
    { ...older, Handle: 'b', Title: '', Type: '', 'Product Category': '' },
    { ...older, Handle: 'c', 'Variant Inventory Qty': 'many' },
    { ...older, Handle: 'a' },
  );
  expect(report.problems.map(({ line, field, message }) => `${line} ${field} ${message}`)).toEqual([
    '2 Variant Price must be an amount in dollars with at most two decimals, not "free"',
    '2 Status must be active, draft, archived or unlisted, not "sold"',
    '3 Title is missing',
    '4 Variant Inventory Qty must be a whole number, not "many"',
    '5 Handle a is the one of line 2 already (sort the table by Handle)',
  ]);
});

test('a description that is nested too deep is a problem with line and column', async () => {
  const report = await importRows({ ...older, 'Body (HTML)': '<i>'.repeat(2_000) });
  expect(report.problems).toEqual([
    { line: 2, field: 'Body (HTML)', message: 'must be HTML with at most 1000 nested elements' },
  ]);
});

test('stock is counted in a table without the tracker’s column', async () => {
  const table = 'Handle,Title,Variant Price,Variant Inventory Qty\ndesk-lamp,,19.90,3\n';
  await importRows(older);
  await importFile(services, await feeds.write('a.csv', table));
  expect(await rowOf('desk-lamp')).toMatchObject({ ...lamp, stock: 3 });
});

test('a named format is used whatever the header', async () => {
  const file = await feeds.write('a.csv', toTable([older]));
  const { problems } = await importFile(services, file, { format: 'csv' });
  expect(problems).toMatchObject([
    { line: 1, message: expect.stringMatching(/^has no column for cost, only Handle, /) },
  ]);
  const renamed = await feeds.write('a.txt', toTable([older]));
  const report = await importFile(services, renamed, { format: 'shopify' });
  expect(report).toMatchObject({ problems: [] });
});

test('an update changes only price, stock and activity', async () => {
  await importRows(older);
  const changed = { ...older, Title: 'Another name', 'Variant Price': '5', Status: 'draft' };
  const file = await feeds.write('a.csv', toTable([changed]));
  expect(await updateFile(services, file)).toMatchObject({ updated: 1, problems: [] });
  expect(await rowOf('desk-lamp')).toMatchObject({ ...lamp, cost_cents: 500, active: 0 });
});
