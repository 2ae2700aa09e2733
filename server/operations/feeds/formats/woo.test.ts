/** WooCommerce's product CSV: its products and variations, and which of them are on sale. */
import { describe, expect, test } from 'vitest';
import { toCsv } from '../feeds.testing.ts';
import { updateFile } from '../import.ts';
import { openWooShop, shelf, shirt, variation } from './woo.testing.ts';

const { services, feeds, importRows, products, shelfWith } = await openWooShop();

const pictures = 'https://shop.example/wp-content/a.jpg\nhttps://shop.example/wp-content/b.jpg';

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
    {
      line: 2,
      field: 'Parent',
      message: 'names "TEE", which is no variable product of the file: export these, too',
    },
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
    ['Published', 'maybe', 'must be -1, true or false, yes or no, 1 or 0, not "maybe"'],
    ['In stock?', 'soon', 'must be 1, 0 or backorder, not "soon"'],
    ['Backorders allowed?', 'perhaps', expect.stringContaining('not "perhaps"')],
  ])('an unknown word is a problem: %s %s', async (field, word, message) => {
    const { problems } = await shelfWith({ [field]: word });
    expect(problems).toEqual([{ line: 2, field, message }]);
  });
});

test('a product without a SKU has its ID', async () => {
  expect((await shelfWith({ SKU: '' })).product).toMatchObject({ id: '12' });
});
