/** `set`, `find`, `list` and `remove --demo`. */
import { describe, expect, test } from 'vitest';
import { cancelOrderPath } from '../../contract/paths.ts';
import { demoCatalogueFile } from '../../server/operations/feeds/demo.ts';
import { feedRecord } from '../../server/operations/feeds/feeds.testing.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { catalogue, countOf, openCatalogues } from './catalogue.testing.ts';

const { shopWith } = await openCatalogues();

const rows = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

describe('set', () => {
  test('changes the fields that are named, and prints each before and after', async () => {
    const env = await shopWith(feedRecord('lamp'), feedRecord('desk'));
    const words = ['price=4.50', 'stock+=12', 'active=no', 'name=Lamp = light', 'brand=Lumo'];
    expect(await catalogue(env, 'set', 'lamp', ...words)).toEqual({
      code: 0,
      stdout:
        '~ lamp: name The lamp → Lamp = light, brand none → Lumo, cost 12.5 → 4.5, stock 7 → 19, active true → false\n',
      stderr: '',
    });
    const [lamp, desk] = (await catalogue(env, 'export', '-')).stdout.trim().split('\n');
    expect(JSON.parse(lamp ?? '')).toMatchObject({ name: 'Lamp = light', cost: 4.5, stock: 19 });
    expect(JSON.parse(desk ?? '')).toMatchObject({ name: 'The desk', cost: 12.5, stock: 7 });
    const [, step] = JSON.parse((await catalogue(env, 'stock', 'lamp', '--json')).stdout);
    expect(step).toMatchObject({ reason: 'update', units: 12, stock: 19 });
  });

  test('adds to the stock each time, and says what it takes too much', async () => {
    const env = await shopWith(feedRecord('lamp'));
    await catalogue(env, 'set', 'lamp', 'stock-=3');
    const { stdout } = await catalogue(env, 'set', 'lamp', 'stock-=3');
    expect(stdout).toBe('~ lamp: stock 4 → 1\n');
    expect(await catalogue(env, 'set', 'lamp', 'stock-=3')).toEqual({
      code: 0,
      stdout: '~ lamp: stock 1 → 0\n',
      stderr: 'lamp had 1 unit, and the change takes 3: its stock becomes 0.\n',
    });
  });

  test('nothing after the sign is the default, and what is so already stays', async () => {
    const env = await shopWith(feedRecord('lamp'));
    const first = await catalogue(env, 'set', 'lamp', 'stock=', 'category=');
    expect(first.stdout).toBe('~ lamp: category Tests → none, stock 7 → not counted\n');
    const again = await catalogue(env, 'set', 'lamp', 'stock=', 'category=');
    expect(again).toEqual({ code: 0, stdout: 'lamp has these values already.\n', stderr: '' });
  });

  test('refuses what an import refuses, with all problems, and changes nothing', async () => {
    const env = await shopWith(feedRecord('lamp', { stock: null }));
    const words = ['price=', 'stock+=2', 'rating=6', 'active=maybe', 'tax=low', 'name=A'];
    expect(await catalogue(env, 'set', 'lamp', ...words)).toEqual({
      code: 1,
      stdout: '',
      stderr: `price: must be an amount in dollars with at most two decimals, not ""
rating: must be a number from 0 to 5, not "6"
active: must be true or false, yes or no, 1 or 0, not "maybe"
tax: must be empty, not "low": the shop has no rates of tax, which shop.json lists
stock+=: needs a stock that is counted: write stock
Nothing was changed.
`,
    });
    expect((await catalogue(env, 'export', '-')).stdout).toContain('"name":"The lamp"');
  });

  test('names the nearest ids if there is no such product', async () => {
    const env = await shopWith(feedRecord('oak-shelf'), feedRecord('oak-shelf-2'), feedRecord('b'));
    expect(await catalogue(env, 'set', 'Oak-shelv', 'price=1')).toMatchObject({
      code: 1,
      stderr:
        'There is no product "Oak-shelv". The nearest: "oak-shelf", "oak-shelf-2".\nNothing was changed.\n',
    });
  });

  test.each([
    [['price'], 'price must be FIELD=VALUE'],
    [['_id=b'], '_id=b must be FIELD=VALUE'],
    [['prize=1'], 'prize=1 must be FIELD=VALUE'],
    [['price+=1'], 'price+=1: only stock can be changed by +=.'],
    [['price=1', 'cost=2'], 'cost is named twice.'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, stderr } = await catalogue(await shopWith(), 'set', 'lamp', ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
  });
});

test('find lists products by id, then as the search finds them, also those off sale', async () => {
  const env = await shopWith(
    feedRecord('a', { name: 'Red lamps' }),
    feedRecord('lamp-2', { name: 'Desk', stock: null }),
    feedRecord('lamp', { name: 'Torch', active: false }),
    feedRecord('c', { name: 'Green lamp', active: false }),
    feedRecord('d', { name: 'Rug' }),
  );
  const { stdout } = await catalogue(env, 'find', 'lamp');
  expect(rows(stdout)).toEqual([
    ['lamp', 'Torch', '$12.50', '7', 'no'],
    ['lamp-2', 'Desk', '$12.50', 'not counted', 'yes'],
    ['a', 'Red lamps', '$12.50', '7', 'yes'],
    ['c', 'Green lamp', '$12.50', '7', 'no'],
  ]);
  expect((await catalogue(env, 'find', 'lamp', '--limit', '4')).stderr).toBe('');
  const first = await catalogue(env, 'find', 'lamp', '--limit', '1', '--json');
  expect(JSON.parse(first.stdout)).toEqual([
    { id: 'lamp', name: 'Torch', price: 12.5, stock: 7, onSale: false },
  ]);
  expect(first.stderr).toBe('There are more than 1: --limit lists more.\n');
  expect(await catalogue(env, 'find', '%')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'There are no such products.\n',
  });
});

test('list has the lowest stock first, and says how to see the rest', async () => {
  const stocks = [5, null, 0, 9, 5, 2];
  const env = await shopWith(...stocks.map((stock, n) => feedRecord(`p${n}`, { stock })));
  const { stdout, stderr } = await catalogue(env, 'list', '--low-stock', '5', '--limit', '3');
  expect(rows(stdout).map(([id, , , stock]) => [id, stock])).toEqual([
    ['p2', '0'],
    ['p5', '2'],
    ['p0', '5'],
  ]);
  expect(stderr).toBe('… and 1 more product: --limit 4 lists all.\n');
  expect(rows((await catalogue(env, 'list')).stdout).map(([id]) => id)).toEqual(
    stocks.map((_, n) => `p${n}`),
  );
});

describe('remove --demo', () => {
  test('removes the products of the demo, and keeps others and those with own names', async () => {
    const env = await shopWith(feedRecord('lamp'));
    await catalogue(env, 'import', demoCatalogueFile);
    await catalogue(env, 'set', 'sunny-cactus-in-terracotta', 'name=Our Cactus', 'price=9');
    await catalogue(env, 'set', 'studio-pendant-lamp', 'price=9');
    expect(await catalogue(env, 'remove', '--demo')).toEqual({
      code: 0,
      stdout:
        'Removed 59 products of the demo.\nKept, because they have names of their own: sunny-cactus-in-terracotta.\n',
      stderr: '',
    });
    expect(await countOf(env)).toBe(2);
    expect((await catalogue(env, 'remove', '--demo')).stdout).toMatch(/^Removed 0 products of /);
  });

  test('says that an empty shop gets the demo again', async () => {
    const env = await shopWith();
    await catalogue(env, 'import', demoCatalogueFile);
    expect((await catalogue(env, 'remove', '--demo')).stdout).toBe(
      'Removed 60 products of the demo.\nThe shop is empty, and gets the demo again when it starts: set DEMO_CATALOGUE=off, or import products or shop.json first.\n',
    );
  });

  test('an order with them keeps what was bought, and can be cancelled', async () => {
    const shop = await openTestShop();
    const { env } = shop.database;
    const { readyShopper, checkout, balance } = shoppingIn(shop);
    await catalogue(env, 'import', demoCatalogueFile);
    await catalogue(env, 'set', 'sunny-cactus-in-terracotta', 'stock=5');
    const shopper = await readyShopper({ 'sunny-cactus-in-terracotta': 2 });
    const { orderId, lines } = (await checkout(shopper, shopper)).json();
    expect((await catalogue(env, 'remove', '--demo')).stdout).toBe(
      'Removed 60 products of the demo.\n1 order with them keeps what was bought.\n',
    );
    const cancelled = await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
    expect(cancelled.json()).toMatchObject({ status: 'cancelled', lines });
    expect(await balance(shopper)).toBe(5000);
  });

  test('needs either ids or the option', async () => {
    const env = await shopWith();
    expect(await catalogue(env, 'remove')).toMatchObject({ code: 2 });
    expect(await catalogue(env, 'remove', 'lamp', '--demo')).toMatchObject({ code: 2 });
  });
});
