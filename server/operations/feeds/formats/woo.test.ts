/** WooCommerce's product CSV, as shops of several countries and versions export it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import { type ImportOptions, importFile, updateFile } from '../import.ts';
import { openTestFeeds, toCsv } from '../test-feeds.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();
const { db } = services;

beforeEach(async () => {
  await db.deleteFrom('products').execute();
});

type Row = Record<string, string>;

const shelf: Row = {
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
const shirt: Row = {
  ...shelf,
  ...{ ID: '20', Type: 'variable', SKU: 'TEE', Name: 'Tee', 'Regular price': '', Stock: '' },
  ...{ 'Attribute 1 name': 'Colour', 'Attribute 1 value(s)': 'Red, Blue' },
};
const emptyRow = Object.fromEntries(Object.keys(shelf).map((name) => [name, '']));

function variation(colour: string, size: string, changes: Row): Row {
  return {
    ...emptyRow,
    ...{ Type: 'variation', Name: `Tee - ${colour}`, Published: '1', Parent: 'TEE' },
    ...{ 'In stock?': '1', 'Regular price': '20', 'Attribute 1 value(s)': colour },
    'Attribute 2 value(s)': size,
    ...changes,
  };
}

async function importRows(rows: readonly Row[], options: ImportOptions = {}) {
  return importFile(services, await feeds.write('wc-export.csv', toCsv(rows)), options);
}

const pictures = 'https://shop.example/wp-content/a.jpg\nhttps://shop.example/wp-content/b.jpg';

async function products() {
  return db.selectFrom('products').selectAll().orderBy('position').execute();
}

async function shelfWith(changes: Row) {
  const { problems } = await importRows([{ ...shelf, ...changes }]);
  return { problems, product: (await products())[0] };
}

test('a simple product has its texts, deepest category, pictures, price and stock', async () => {
  expect(await importRows([shelf])).toMatchObject({ added: 1, problems: [] });
  expect(await products()).toMatchObject([
    {
      id: 'SHELF-1',
      name: 'Oak shelf & brackets',
      description: 'Made of oak. 2 kg',
      category: 'Shelves',
      categories: 'Home > Shelves',
      brand: 'Acme',
      cost_cents: 8_950,
      image: pictures,
      stock: 7,
      active: 1,
    },
  ]);
});

test('each variation is a product with its own price, stock and picture, and the texts of its parent', async () => {
  const rows = [
    shirt,
    variation('Red', 'M', { SKU: 'TEE-R', Stock: '3', Images: 'https://shop.example/red.jpg' }),
    shelf,
    variation('Blue', 'L', { SKU: 'TEE-B', 'Regular price': '2185', Stock: '0', 'In stock?': '0' }),
  ];
  expect(await importRows(rows)).toMatchObject({ read: 3, added: 3, problems: [] });
  const all = await products();
  expect(all.map(({ id, name, option, group_id }) => [id, name, option, group_id])).toEqual([
    ['TEE-R', 'Tee, Red / M', 'Red / M', 'TEE'],
    ['SHELF-1', 'Oak shelf & brackets', '', ''],
    ['TEE-B', 'Tee, Blue / L', 'Blue / L', 'TEE'],
  ]);
  expect(all.map(({ cost_cents, stock }) => [cost_cents, stock])).toEqual([
    [2_000, 3],
    [8_950, 7],
    [218_500, 0],
  ]);
  expect(all[0]).toMatchObject({ category: 'Shelves', image: 'https://shop.example/red.jpg' });
  expect(all[2]).toMatchObject({ brand: 'Acme', image: pictures });
});

test('a variation may stand before its parent, and name it by its id', async () => {
  const parent = { ...shirt, SKU: '' };
  const rows = [variation('Red', '', { ID: '21', SKU: '', Parent: 'id:20' }), shelf, parent];
  expect(await importRows(rows)).toMatchObject({ added: 2, problems: [] });
  expect((await products()).map(({ id, group_id }) => [id, group_id])).toEqual([
    ['SHELF-1', ''],
    ['21', '20'],
  ]);
});

test('a variation without its parent in the file is a problem of an import, and none of an update', async () => {
  await importRows([shirt, variation('Red', 'M', { SKU: 'TEE-R' })]);
  const orphan = variation('Red', 'M', { SKU: 'TEE-R', 'Regular price': '25' });
  expect((await importRows([orphan])).problems).toEqual([
    { line: 2, field: 'Parent', message: 'must be a variable product of the file, not "TEE"' },
  ]);
  const file = await feeds.write('wc-export.csv', toCsv([orphan]));
  expect(await updateFile(services, file)).toMatchObject({ updated: 1, problems: [] });
  expect((await products())[0]).toMatchObject({ name: 'Tee, Red / M', cost_cents: 2_500 });
});

test('grouped and external products are left out and counted, an unknown type is a problem', async () => {
  const rows = [
    shelf,
    { ...shelf, Type: 'grouped', SKU: 'SET', 'Regular price': '' },
    { ...shelf, Type: 'external', SKU: 'ELSEWHERE' },
    { ...shelf, Type: 'simple, downloadable, virtual', SKU: 'FILE' },
  ];
  const report = await importRows(rows);
  expect(report).toMatchObject({ read: 2, added: 2, problems: [] });
  expect([...report.leftOut]).toEqual([
    ['grouped', 1],
    ['external', 1],
  ]);
  expect((await importRows([{ ...shelf, Type: 'bundle' }])).problems).toEqual([
    {
      line: 2,
      message: 'Type must be one of simple, variable, variation, grouped, external, not "bundle"',
    },
  ]);
});

describe('Published and Visibility in catalog', () => {
  test.each([
    ['1', 'visible', 1],
    ['0', 'visible', 0],
    ['-1', 'visible', 0],
    ['1', 'search', 1],
    ['1', 'hidden', 0],
  ])('%s, %s', async (published, visibility, active) => {
    const changes = { Published: published, 'Visibility in catalog': visibility };
    expect((await shelfWith(changes)).product).toMatchObject({ active });
  });

  test('a variation of a draft is not on sale', async () => {
    await importRows([{ ...shirt, Published: '-1' }, variation('Red', 'M', { SKU: 'TEE-R' })]);
    expect((await products())[0]).toMatchObject({ active: 0 });
  });

  test.each([
    [
      'Published',
      'maybe',
      'must be one of 1, 0, -1, true or false, yes or no, 1 or 0, not "maybe"',
    ],
    ['In stock?', 'soon', 'must be 1, 0 or backorder, not "soon"'],
    ['Backorders allowed?', 'perhaps', expect.stringContaining('not "perhaps"')],
  ])('an unknown word is a problem: %s %s', async (field, word, message) => {
    const { problems } = await shelfWith({ [field]: word });
    expect(problems).toEqual([{ line: 2, field, message }]);
  });
});

describe('prices', () => {
  test.each([
    ['12,50', 1_250],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['1234', 123_400],
    ['7,5', 750],
  ])('%s', async (price, cost_cents) => {
    expect((await shelfWith({ 'Regular price': price })).product).toMatchObject({ cost_cents });
  });

  test('an amount that may be a thousand times another one is refused', async () => {
    const { problems } = await shelfWith({ 'Regular price': '1,234' });
    expect(problems).toEqual([
      {
        line: 2,
        field: 'Regular price',
        message: 'may mean 1.234 or 1234: write it without a comma, not "1,234"',
      },
    ]);
  });

  test.each([
    [{ 'Sale price': '70,00' }, 7_000],
    [{ 'Sale price': '0' }, 8_950],
    [{ 'Sale price': '99' }, 8_950],
    [{ 'Sale price': '70', 'Date sale price ends': '2030-01-01' }, 8_950],
  ])('a sale %j', async (changes, cost_cents) => {
    expect((await shelfWith(changes)).product).toMatchObject({ cost_cents });
  });

  test('a product without a price is a problem', async () => {
    const { problems } = await shelfWith({ 'Regular price': '' });
    expect(problems).toEqual([{ line: 2, field: 'Regular price', message: 'is missing' }]);
  });
});

describe('stock', () => {
  test.each<[Row, number | null]>([
    [{ Stock: '-3' }, 0],
    [{ Stock: '2.00' }, 2],
    [{ Stock: '' }, null],
    [{ Stock: '', 'In stock?': '0' }, 0],
    [{ Stock: '5', 'In stock?': '0' }, 0],
    [{ Stock: '0', 'Backorders allowed?': '1' }, null],
    [{ Stock: '4', 'Backorders allowed?': 'notify' }, null],
    [{ Stock: '', 'In stock?': 'backorder' }, null],
  ])('%j', async (changes, stock) => {
    expect((await shelfWith(changes)).product).toMatchObject({ stock });
  });

  test('that all variations share is a problem, unless it is used up', async () => {
    const red = variation('Red', 'M', { SKU: 'TEE-R', Stock: 'parent' });
    const { problems } = await importRows([{ ...shirt, Stock: '5' }, red]);
    expect(problems).toEqual([
      {
        line: 3,
        field: 'Stock',
        message: "must be the variation's own number: 5 are shared by all of them",
      },
    ]);
    await importRows([{ ...shirt, Stock: '0' }, red]);
    expect((await products())[0]).toMatchObject({ stock: 0 });
  });
});

test.each([
  ['https://cdn.example/w_1,h_5/a.jpg, https://cdn.example/b.jpg', ['w_1,h_5/a.jpg', 'b.jpg']],
  ['https://cdn.example/w_1\\,h_5/a.jpg, https://cdn.example/b.jpg', ['w_1,h_5/a.jpg', 'b.jpg']],
  ['https://cdn.example/w_1,h_5/a.jpg', ['w_1,h_5/a.jpg']],
])('the pictures of %s', async (Images, ends) => {
  const addresses = ends.map((end) => `https://cdn.example/${end}`);
  expect((await shelfWith({ Images })).product?.image).toBe(addresses.join('\n'));
});

test('escaped formulas, commas and line breaks are read as the texts that they were', async () => {
  const { product } = await shelfWith({
    Name: "'=Sum",
    Categories: 'Tools\\, small > Hammers',
    Description: 'C:\\\\new\\nline',
  });
  expect(product).toMatchObject({
    name: '=Sum',
    categories: 'Tools, small > Hammers',
    description: 'C:\\new line',
  });
});

test('a product without a SKU has its ID', async () => {
  expect((await shelfWith({ SKU: '' })).product).toMatchObject({ id: '12' });
});

test('--map reads another column, also of the parent', async () => {
  const rows = [shirt, variation('Red', 'M', { SKU: 'TEE-R' })].map((row) => ({
    ...row,
    'Meta: maker': row.Type === 'variable' ? 'Smith' : '',
  }));
  await importRows(rows, { mapping: new Map([['Meta: maker', 'brand']]) });
  expect((await products())[0]).toMatchObject({ brand: 'Smith' });
});

test('semicolons and other cases of the names are read, with or without --format', async () => {
  const table = 'type;sku;NAME;published;in stock?;stock;regular price\nsimple;a;Mug;1;1;2;1,5\n';
  const report = await importFile(services, await feeds.write('a.csv', table));
  expect(report).toMatchObject({ added: 1, problems: [] });
  expect((await products())[0]).toMatchObject({ cost_cents: 150, stock: 2 });
});

test('names in another language are refused with the way out', async () => {
  const table =
    'ID,Typ,Artikelnummer,Name,Veröffentlicht,Vorrätig?,Lager,Regulärer Preis,Kategorien,Bilder\n';
  const file = await feeds.write('a.csv', `${table}1,simple,M,Becher,1,1,2,"5,50",Becher,\n`);
  const { refused, problems } = await importFile(services, file, { format: 'woo' });
  expect(refused).toBe(true);
  expect(problems).toEqual([
    {
      line: 1,
      message:
        "has names that WooCommerce doesn't use in English (Typ, Artikelnummer, Veröffentlicht, Vorrätig?, Lager): set your language there to English and export again, or name the columns yourself with --format csv and --map THEIRS=OURS",
    },
  ]);
});

test('too many variable products for the memory are refused', async () => {
  const long = 'x'.repeat(900_000);
  const rows = Array.from({ length: 80 }, (_, n) => ({
    ...shirt,
    SKU: `TEE-${n}`,
    Description: long,
  }));
  const { problems } = await importRows(rows);
  expect(problems).toEqual([
    { line: 76, message: 'has too many variable products for one file: split it' },
  ]);
});
