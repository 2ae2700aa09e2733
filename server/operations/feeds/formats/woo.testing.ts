/** Rows of WooCommerce's product CSV, and a shop that imports them. */
import { beforeEach } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import { openTestFeeds, toCsv } from '../feeds.testing.ts';
import { type ImportOptions, importFile } from '../import.ts';

export type Row = Record<string, string>;

export const shelf: Row = {
  ID: '12',
  Type: 'simple',
  SKU: 'SHELF-1',
  Name: 'Oak shelf &amp; brackets',
  Published: '1',
  'Visibility in catalog': 'visible',
  'Short description': 'Short.',
  Description: '<p>Made of <b>oak</b>.</p>\\n<ul><li>2 kg</li></ul>',
  'Date sale price starts': '',
  'Date sale price ends': '',
  'In stock?': '1',
  Stock: '7',
  'Backorders allowed?': '0',
  'Sale price': '',
  'Regular price': '89.5',
  Categories: 'Sale, Home > Shelves',
  Images: 'https://shop.example/wp-content/a.jpg, https://shop.example/wp-content/b.jpg',
  Parent: '',
  Brands: 'Acme',
  'Attribute 1 name': '',
  'Attribute 1 value(s)': '',
  'Attribute 2 value(s)': '',
};
export const shirt: Row = {
  ...shelf,
  ...{ ID: '20', Type: 'variable', SKU: 'TEE', Name: 'Tee', 'Regular price': '', Stock: '' },
  ...{ 'Attribute 1 name': 'Colour', 'Attribute 1 value(s)': 'Red, Blue' },
};
const emptyRow = Object.fromEntries(Object.keys(shelf).map((name) => [name, '']));

export function variation(colour: string, size: string, changes: Row): Row {
  return {
    ...emptyRow,
    ...{ Type: 'variation', Name: `Tee - ${colour}`, Published: '1', Parent: 'TEE' },
    ...{ 'In stock?': '1', 'Regular price': '20', 'Attribute 1 value(s)': colour },
    'Attribute 2 value(s)': size,
    ...changes,
  };
}

/** Each test begins without products. */
export async function openWooShop() {
  const { services } = await openTestShop();
  const feeds = await openTestFeeds();
  const { db } = services;
  beforeEach(async () => {
    await db.deleteFrom('products').execute();
  });

  async function importRows(rows: readonly Row[], options: ImportOptions = {}) {
    return importFile(services, await feeds.write('wc-export.csv', toCsv(rows)), options);
  }

  async function products() {
    return db.selectFrom('products').selectAll().orderBy('position').execute();
  }

  /** Imports the shelf with other cells. */
  async function shelfWith(changes: Row) {
    const { problems } = await importRows([{ ...shelf, ...changes }]);
    return { problems, product: (await products())[0] };
  }

  return { services, feeds, importRows, products, shelfWith };
}
