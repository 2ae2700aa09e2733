/** Updates, removals, the history of stock, and a shop that runs meanwhile. */
import { expect, test } from 'vitest';
import * as messages from '../../contract/messages.ts';
import { paths, productPath, searchPath } from '../../contract/paths.ts';
import { feedRecord } from '../../server/operations/feeds/feeds.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { catalogue, countOf, openCatalogues } from './catalogue.testing.ts';

const { feeds, writeFeed, shopWith } = await openCatalogues();
const shop = await openTestShop();

test('update changes only the offers, with the fields that --map names', async () => {
  const env = await shopWith(feedRecord('a'));
  const prices = await feeds.write('prices.csv', 'Artikel,Preis\na,9.99\n');
  const map = ['--map', 'Artikel=_id', '--map', 'Preis=cost'];
  const { stdout } = await catalogue(env, 'update', prices, ...map);
  expect(stdout).toMatch(/^Read 1 product: 0 added, 1 updated, 0 unchanged, in /);
  const exported = await catalogue(env, 'export', '-');
  expect(JSON.parse(exported.stdout)).toMatchObject({ _id: 'a', name: 'The a', cost: 9.99 });

  const names = await feeds.write('names.csv', '_id,name\na,A\n');
  expect(await catalogue(env, 'update', names)).toMatchObject({
    code: 1,
    stderr:
      'An update changes only price, stock and active, not: name. An import changes them.\n' +
      'The file has no column that changes anything.\nNothing was changed.\n',
  });

  const more = await feeds.write('prices.csv', '_id,cost,name,Brand\na,8,A,Lumo\n');
  expect(await catalogue(env, 'update', more)).toMatchObject({
    code: 0,
    stderr:
      'An update changes only price, stock and active, not: name, Brand. An import changes them.\n',
  });

  const unknown = await feeds.write('prices.csv', 'Artikel,Preis\nb,9.99\n');
  expect(await catalogue(env, 'update', unknown, ...map)).toMatchObject({
    code: 1,
    stderr: 'prices.csv line 2, Artikel: b is no product of the catalogue\nNothing was changed.\n',
  });
});

test('a running shop shows the changes of commands without a restart', async () => {
  const listed = async () => (await shop.call('GET', paths.products)).json();
  const before = await listed();
  await catalogue(shop.database.env, 'import', await writeFeed([feedRecord('brand-new')]));
  expect(await listed()).toEqual([...before, expect.objectContaining({ _id: 'brand-new' })]);
  expect((await shop.call('GET', searchPath('brand'))).json()).toHaveLength(1);
  expect(await catalogue(shop.database.env, 'remove', 'brand-new')).toEqual({
    code: 0,
    stdout: 'Removed 1 product.\n',
    stderr: '',
  });
  const gone = await shop.call('GET', productPath('brand-new'));
  expect(gone.json().message).toBe(messages.productMissing);
  expect(await listed()).toEqual(before);
});

test('stock prints what changed the stock of a product, and what was there afterwards', async () => {
  const env = await shopWith(feedRecord('lamp'), feedRecord('desk', { stock: null }));
  await catalogue(env, 'update', await writeFeed([{ _id: 'lamp', stock_change: -2 }]));
  const { stdout } = await catalogue(env, 'stock', 'lamp');
  const [, ...lines] = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.trim().split(/\s+/).slice(2))).toEqual([
    ['import', '+7', '7'],
    ['update', '-2', '5'],
  ]);
  const json = JSON.parse((await catalogue(env, 'stock', 'lamp', '--json')).stdout);
  expect(json[1]).toMatchObject({ reason: 'update', units: -2, stock: 5, orderId: null });
  expect(await catalogue(env, 'stock', 'desk')).toMatchObject({ code: 0 });
  expect(await catalogue(env, 'stock', 'rug')).toMatchObject({
    code: 1,
    stderr: 'There is no product "rug".\n',
  });
});

test('update names each stock of which the file takes more than there is', async () => {
  const env = await shopWith(feedRecord('lamp'), feedRecord('desk'));
  const file = await feeds.write('sold.csv', '_id,stock_change\nlamp,-9\ndesk,-7\n');
  expect(await catalogue(env, 'update', file)).toMatchObject({
    code: 0,
    stderr: 'sold.csv line 2: lamp had 7 units, and the file takes 9: its stock becomes 0.\n',
  });
});

test('remove takes ids that begin with a dash after --, and all ids or none', async () => {
  const env = await shopWith(feedRecord('-a'), feedRecord('b'));
  expect(await catalogue(env, 'remove', 'b', 'c\x1b[2J')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no product "c\\u001b[2J".\nNothing was changed.\n',
  });
  expect(await countOf(env)).toBe(2);
  expect(await catalogue(env, 'remove', '--', '-a')).toMatchObject({ code: 0 });
});
