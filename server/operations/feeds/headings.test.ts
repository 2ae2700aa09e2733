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

async function importText(text: string, mapping?: readonly (readonly [FieldName, string])[]) {
  const file = await feeds.write('a.csv', text);
  return importFile(services, file, mapping && { mapping: new Map(mapping) });
}
const mug = async () => (await findProductRows(db, ['m1']))[0];

test.each([
  'SKU,Title,Price,Stock,Category,Picture',
  'sku,title,price,stock,category,picture',
  'Product ID,Product Name,Regular Price,Qty,Product Type,Image URL',
  'Item_number,PRODUCT TITLE,Price (USD),Quantity in stock,Department,Photo',
  'Artikelnummer,Titel,Preis,Bestand,Kategorie,Bild',
  'référence,Nom,Prix,Instock,Catégorie,Image',
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

test.each(['Stock', 'In stock', 'Qty'])(
  '1 below %s is one unit, and 0 is none',
  async (heading) => {
    await importText(`SKU,Title,Price,${heading}\nm1,Mug,5,1\nm0,Cup,5,0\n`);
    const stocks = (await findProductRows(db, ['m1', 'm0'])).map(({ id, stock }) => [id, stock]);
    expect(new Map(stocks as [string, number][])).toEqual(
      new Map([
        ['m1', 1],
        ['m0', 0],
      ]),
    );
  },
);

test.each(['Währung', 'Devise', 'Moneda', 'Currency (ISO)', 'currency_iso_code', 'sale currency'])(
  'a currency below %s is that of the prices',
  async (heading) => {
    const { problems } = await importText(`SKU,Title,Price,${heading}\nm1,Mug,5,EUR\n`);
    expect(problems).toHaveLength(1);
    expect(await mug()).toBeUndefined();
  },
);

test.each([978, ['EUR'], { code: 'EUR' }])(
  'a currency of JSON is no other: %j',
  async (currency) => {
    const record = { _id: 'm1', name: 'Mug', price: 5, currency };
    const file = await feeds.write('a.json', JSON.stringify([record]));
    expect((await importFile(services, file)).problems).toHaveLength(1);
  },
);

test.each(['0001,000', '01.500'])('%s is no price that anybody can be sure of', async (price) => {
  const { problems } = await importText(`SKU;Title;Price\nm1;Mug;${price}\n`);
  expect(problems).toHaveLength(1);
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
  await importText(`_id,name,cost,Text\nm1,Mug,6,${`"${html}"`}\n`, [['description', 'Text']]);
  expect(await mug()).toMatchObject({ ...text, cost_cents: 600 });
});

test.each([
  [
    'SKU,Title,Price,price',
    'has two columns for cost, Price and price: leave one out with --ignore',
  ],
  ['SKU,sku,Title,Price', 'has two columns for _id, SKU and sku: leave one out with --ignore'],
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
      message: `has no column for cost, only SKU, Title, ${heading}; try --map '${heading}=cost', which reads the amounts as USD`,
    },
  ]);
});

test('a row that is shorter than a header of 100,000 columns is read, and few of them are named', async () => {
  const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`);
  const report = await importText(`SKU,Title,Price,${columns.join()}\nm1,Mug,5\n`);
  expect(report).toMatchObject({ added: 1, problems: [] });
  expect(report.unread).toHaveLength(100);
});

describe('what may mean two things is asked for', () => {
  test.each<[string, string, RegExp]>([
    [
      'two headings of a field',
      'SKU,Title,Price,Retail price\nm1,Mug,5,6',
      /two columns for cost, Price and Retail price/,
    ],
    ['two names', 'SKU,Name,Title,Price\nm1,a,b,6', /two columns for name, Name and Title/],
    [
      'what the merchant pays',
      'SKU,Title,Cost\nm1,Mug,5',
      /no column for cost, .* --map Cost=cost/,
    ],
    ['its own name', 'sku,title,cost\nm1,Mug,5', /no column for cost, .* try --map cost=cost/],
    ['a unit', 'SKU,Title,Unit price\nm1,Mug,5', /no column for cost, .* 'Unit price=cost'/],
    ['a sale', 'SKU,Title,Price,On Sale\nm1,Mug,5,yes', /column On Sale, which may mean active/],
    ['a price beside the cost', '_id,name,cost,price\nm1,Mug,5,6', /cost, cost and price: leave/],
  ])('%s', async (_what, text, message) => {
    const { refused, problems } = await importText(`${text}\n`);
    expect(refused).toBe(true);
    expect(problems).toEqual([{ line: 1, message: expect.stringMatching(message) }]);
  });

  test('unless --ignore or --map answers it', async () => {
    const text = 'SKU,Title,Price,Retail price,On Sale\nm1,Mug,5,6,no\n';
    const file = await feeds.write('a.csv', text);
    const report = await importFile(services, file, {
      ignored: new Set(['Retail price']),
      mapping: new Map([['active', 'On Sale']]),
    });
    expect(report).toMatchObject({ added: 1, unread: [] });
    expect(await mug()).toMatchObject({ cost_cents: 500, active: 0 });
    const plain = await feeds.write('b.csv', 'SKU,Title,Price\nm1,Mug,5\n');
    const other = importFile(services, plain, { ignored: new Set(['Retial price']) });
    await expect(other).rejects.toThrow('"Retial price"');
  });

  test('what others call the cost is not the price, nor is what they call the tax a rate', async () => {
    const header = 'handleId,name,description,collection,sku,price,visible,inventory,cost,tax';
    const report = await importText(
      `${header}\nh,Mug,<p>Blue</p>,Mugs;Gifts,m1,49,true,6,4.44,8\n`,
    );
    expect(report).toMatchObject({ problems: [], unread: ['handleId', 'cost', 'tax'] });
    expect(await mug()).toMatchObject({ cost_cents: 4_900, description: 'Blue', category: 'Mugs' });
  });
});

describe('an id is the merchant’s', () => {
  test.each([
    ['Code,Title,Price', 'm1'],
    ['Article,Title,Price', 'm1'],
    ['Item no,Title,Price', 'm1'],
    ['SKU,Title,Price', "'0093"],
    ['SKU,Title,Price', '"=""0093"""'],
  ])('%s: %s', async (header, cell) => {
    expect(await importText(`${header}\n${cell},Mug,5\n`)).toMatchObject({ problems: [] });
    const id = cell === 'm1' ? 'm1' : '0093';
    expect(await findProductRows(db, [id])).toMatchObject([{ name: 'Mug' }]);
  });

  test.each(['4.00639e+12', '4.00639E+12', '4,00639e+12'])('not %s', async (id) => {
    const { problems } = await importText(`SKU;Title;Price\n${id};Mug;5\n`);
    expect(problems).toMatchObject([{ field: 'SKU', message: expect.stringMatching(/digits/) }]);
  });
});

test.each<[string, string, object]>([
  ['the first of several categories', 'Category\n"Gear;Bags"', { category: 'Gear' }],
  ['categories on lines', 'Category\n"Gear\nBags"', { category: 'Gear' }],
  ['a category with a comma', 'Category\n"Kitchen, Garden"', { category: 'Kitchen, Garden' }],
  ['a path', 'Category\nHome > Mugs', { category: 'Mugs', categories: 'Home > Mugs' }],
  ['numbered pictures', 'Image1,Image2\n/a.png,/b.png', { image: '/a.png\n/b.png' }],
  ['a status', 'Status\nDraft', { active: 0 }],
  ['a word for yes of another language', 'Visible\nWAHR', { active: 1 }],
  ['a word for no of another language', 'Visible\nfaux', { active: 0 }],
  ['a count under "In stock"', 'In stock\n12', { stock: 12 }],
  ['a word under "In stock"', 'In stock\nno', { stock: 0 }],
  ['availability', 'Availability\nOut of stock', { stock: 0 }],
  ['what is there without a count', 'Availability\nIn Stock', { stock: null }],
  ['units', 'Stock\n20 Stk', { stock: 20 }],
  ['units without a space', 'Stock\n3pcs.', { stock: 3 }],
  ['a word for sold out', 'Bestand\nAusverkauft', { stock: 0 }],
  ['a word for there', 'Disponibilité\nen stock', { stock: null }],
  ['a dash for no stock', 'Stock\n-', { stock: null }],
  ['a description in German', 'Beschreibung\n<b>Blau</b>', { description: 'Blau' }],
  ['units beside words', 'Stock,In stock\n4,yes', { stock: 4 }],
  ['units beside a date', 'Stock,Availability\n4,2026-12-01', { stock: 4 }],
  ['a word where the units are empty', 'Stock,Availability\n,sold out', { stock: 0 }],
  ['a quote for inches', 'Brand\n5" wide', { brand: '5" wide' }],
  ['the shop’s currency', 'Currency\nusd', { cost_cents: 500 }],
  ['a list of categories', 'Categories\nGear|Bags', { category: 'Gear' }],
  ['a path without spaces', 'Categories\nHome>Mugs', { categories: 'Home > Mugs' }],
])('a table of one’s own with %s is read', async (_what, text, expected) => {
  const [heading, cells] = text.split(/\n(.*)/s);
  const { problems } = await importText(`SKU,Title,Price,${heading}\nm1,Mug,5,${cells}\n`);
  expect(problems).toEqual([]);
  expect(await mug()).toMatchObject(expected);
});

test.each([
  [
    'units of something',
    'Quantity\n10 vials\nm2,Cup,5,8 pcs',
    'Quantity',
    'must be a number of units',
  ],
  [
    'units and another word',
    'Qty,In stock\n5,no',
    'Qty',
    'contradicts In stock, "no": --ignore one',
  ],
  ['no units and another word', 'Qty,In stock\n0,yes', 'Qty', 'contradicts In stock, "yes"'],
  ['two counts', 'Qty,In stock\n20,5', 'Qty', 'contradicts In stock, "5"'],
  ['the types of WooCommerce', 'Typ\nvariable', undefined, 'WooCommerce in English'],
  [
    'another currency',
    'CURRENCY_CODE\nEUR\nm2,Cup,5,EUR',
    'CURRENCY_CODE',
    'must be in USD, in which the shop sells',
  ],
  [
    'words of two languages',
    'Visible\nWAHR\nm2,Cup,5,FAUX',
    'Visible',
    'must be active or inactive',
  ],
  [
    'a list of variants',
    'Variation 1 values\n"1x,2x"\nm2,Cup,5,"3x,4x"',
    'Variation 1 values',
    'has several variants, which are not read',
  ],
  [
    'a file as picture',
    'Image\nmug.jpg\nm2,Cup,5,cup.jpg',
    'Image',
    'names a file, not an address',
  ],
])('a table of one’s own with %s is refused', async (_what, text, field, message) => {
  const [heading, cells] = text.split(/\n(.*)/s);
  const { problems } = await importText(`SKU,Title,Price,${heading}\nm1,Mug,5,${cells}\n`);
  expect(problems).toEqual([
    {
      line: expect.any(Number),
      ...(field && { field }),
      message: expect.stringContaining(message),
    },
  ]);
});

test('each other currency of a column is one problem', async () => {
  const { problems } = await importText('SKU,Title,Price\na,A,5 EUR\nb,B,£6\nc,C,7 EUR\nd,D,£8\n');
  const says = (other: string) => expect.stringContaining(`not ${other}: convert the prices`);
  expect(problems).toEqual([
    { line: 2, field: 'Price', message: says('EUR') },
    { line: 3, field: 'Price', message: says('£') },
  ]);
});

test('products of the same name with ids of their own are told how to become variants', async () => {
  const rows = 'm1,Mug,S,5\nm2,Mug,L,6\n';
  const advice = "--map 'Title=group' --map 'Title=name' --map 'Size=option'";
  expect(await importText(`SKU,Title,Size,Price\n${rows}`)).toMatchObject({ added: 2, advice });
  expect(
    (await importText('SKU,Title,Size,Price\nm1,Mug,S,5\nm3,Cup,S,6\n')).advice,
  ).toBeUndefined();
});

describe('a row that adds up the others is no product', () => {
  test.each(['Total,12,', 'Summe:,12,9', 'Grand total,5,9', 'Total,40,'])('%s', async (row) => {
    const rows = 'Name,Price,Stock\nMug,5,4\nCup,6,3\nBowl,1,2\n';
    const report = await importText(`${rows}${row}\n`);
    expect(report).toMatchObject({ added: 3, leftOut: new Map([['total', 1]]) });
  });

  test.each(['Total,7,1', 'Mug and cup,11,7'])('but %s is one', async (row) => {
    const report = await importText(`Name,Price,Stock\nMug,5,4\nCup,6,3\n${row}\n`);
    expect(report).toMatchObject({ added: 3, leftOut: new Map() });
  });
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

  test.each([
    ['SKU,Artikel,Bestand,Preise\nm1,Becher,12,5', '--map Artikel=name --map Preise=cost'],
    ['SKU,Artikel,Bestand,VK\nm1,Becher,12,"5,50"', '--map Artikel=name --map VK=cost'],
    ['SKU,Artikel,Bestand\nm1,Becher,12', '--map Artikel=name --set cost=AMOUNT'],
    ['SKU,Title,Compare at price,RRP £\nm1,Mug,7.50,5', "--map 'RRP £=cost', which reads"],
  ])('that never takes a stock for a price: %s', async (text, advice) => {
    const { problems } = await importText(`${text}\n`);
    expect(problems[0]?.message).toContain(advice);
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
    expect(await importText(table(''), [['stock', 'Bestand']])).toMatchObject({ problems: [] });
    expect(await mug()).toMatchObject({ stock: 4 });
  });

  test('replaces the field and its other name', async () => {
    const text = '_id,name,price,Preis\nm1,Mug,5,\nm2,Cup,5,6\n';
    const { problems } = await importText(text, [['cost', 'Preis']]);
    expect(problems).toEqual([{ line: 2, field: 'Preis', message: 'is missing' }]);
  });

  test.each<[string, FieldName, object]>([
    ['nein', 'stock', { stock: 0 }],
    ['WAHR', 'active', { active: 1 }],
    ['Gear;Bags', 'category', { category: 'Gear' }],
    ['Caf&eacute;', 'name', { name: 'Café' }],
  ])('is read like a heading of the field: %s', async (cell, field, expected) => {
    const names: string[] = ['name', 'stock', 'active', 'category'].filter((one) => one !== field);
    const text = `SKU,Price,Feld,${names}\nm1,5,"${cell}",${names.map((one) => (one === 'name' ? 'Mug' : ''))}\n`;
    expect(await importText(text, [[field, 'Feld']])).toMatchObject({ problems: [], unread: [] });
    expect(await mug()).toMatchObject(expected);
  });

  test('that the table doesn’t have is an error', async () => {
    await expect(importText(table('1'), [['stock', 'Bestnd']])).rejects.toThrow('"Bestnd"');
  });
});
