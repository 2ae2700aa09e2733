/** The cells of WooCommerce's product CSV, as shops of several countries and versions write them. */
import { describe, expect, test } from 'vitest';
import { openWooShop, type Row, shirt, variation } from './woo.testing.ts';

const { importRows, products, shelfWith } = await openWooShop();

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
        message: 'may mean 1.234 or 1234: write 1234, or at most two decimals, not "1,234"',
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

  test('a price that can not be read is a problem, also beside a sale', async () => {
    const { problems } = await shelfWith({ 'Regular price': 'x', 'Sale price': '70' });
    expect(problems).toMatchObject([{ line: 2, field: 'Regular price' }]);
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

test('long runs of backslashes take no time that grows with their square', async () => {
  const backslashes = '\\'.repeat(200_000);
  const before = process.threadCpuUsage();
  await shelfWith({ Description: backslashes, Images: backslashes, Categories: backslashes });
  expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000);
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
