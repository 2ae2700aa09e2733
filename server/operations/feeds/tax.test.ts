/** Products name only rates of tax that the shop has. */
import { beforeEach, expect, test } from 'vitest';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { feedRecord, openTestFeeds, toJsonLines } from './feeds.testing.ts';
import { importFile, updateFile } from './import.ts';
import type { Mapping } from './reading/read-feed.ts';
import { sourceOf } from './reading/source-file.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();

const full = { key: 'full', percent: 20, usual: true };
const reduced = { key: 'reduced', percent: 5 };
const withRates = (...rates: (typeof reduced)[]) =>
  replaceIdentity(services, { name: 'Tea', tax: { name: 'VAT', rates } });

beforeEach(async () => {
  await db.deleteFrom('products').execute();
  await withRates(full, reduced);
});

async function taxes(): Promise<Record<string, string | null>> {
  const rows = await db.selectFrom('products').select(['id', 'tax']).execute();
  return Object.fromEntries(rows.map(({ id, tax }) => [id, tax]));
}

const importText = async (name: string, text: string, pairs: ['tax', string][] = []) => {
  const mapping: Mapping = new Map(pairs);
  return importFile(services, await feeds.write(name, text), { mapping });
};
const products = toJsonLines([
  feedRecord('tea', { tax: 'reduced' }),
  feedRecord('pot', { tax: null }),
  feedRecord('cup', { tax: 'full' }),
]);

test('a rate is kept, and stays where a file does not have it', async () => {
  expect(await importText('a.jsonl', products)).toMatchObject({ added: 3 });
  expect(await taxes()).toEqual({ tea: 'reduced', pot: null, cup: 'full' });
  await importText('a.csv', '_id,cost,tax\ntea,4,\npot,9,reduced\ncup,2,\n');
  expect(await taxes()).toEqual({ tea: 'reduced', pot: 'reduced', cup: 'full' });
  await importText('a.jsonl', toJsonLines([{ _id: 'tea', tax: null }]));
  expect(await taxes()).toMatchObject({ tea: null });
});

test.each<[string, string, ['tax', string][]]>([
  ['a.csv', '_id,name,cost,TAX\nm,Mug,5,reduced\n', []],
  [
    'shopify.csv',
    'Handle,Title,Variant Price,Variant Tax Code,Rate\nm,Mug,5,PC040100,reduced\n',
    [['tax', 'Rate']],
  ],
  [
    'woo.csv',
    'Type,SKU,Name,Published,Regular price,Categories,Tax status,Tax class\nsimple,m,Mug,1,5,Mugs,taxable,reduced\n',
    [['tax', 'Tax class']],
  ],
  [
    'google.tsv',
    'id\ttitle\tprice\timage_link\tlink\tavailability\tcustom_label_0\nm\tMug\t5 USD\thttps://a.example/m.png\thttps://a.example\tin_stock\treduced\n',
    [['tax', 'custom_label_0']],
  ],
])('%s has it by its own name, or by --map', async (name, text, pairs) => {
  expect(await importText(name, text, pairs)).toMatchObject({ problems: [], added: 1 });
  expect(await taxes()).toEqual({ m: 'reduced' });
});

test('a key that the shop lacks is a problem that names those that it has', async () => {
  const { refused, problems } = await importText(
    'a.csv',
    '_id,name,cost,Rate\na,Ann,1,full\nb,Bob,2,books\n',
    [['tax', 'Rate']],
  );
  expect(refused).toBe(true);
  expect(problems).toEqual([
    { line: 3, field: 'Rate', message: 'must be a rate of the shop, full or reduced, not "books"' },
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  ['an identity', () => replaceIdentity(services, undefined)],
  ['a tax', () => replaceIdentity(services, { name: 'Tea' })],
])('a shop without %s has no rate', async (_name, change) => {
  await change();
  const { problems } = await importText('a.csv', '_id,name,cost,tax\nm,Mug,5,full\nn,Nut,5,\n');
  expect(problems).toEqual([
    {
      line: 2,
      field: 'tax',
      message: 'must be empty, not "full": the shop has no rates of tax, which shop.json lists',
    },
  ]);
});

test('what products have of an identity that was removed is no problem of a file that says the same', async () => {
  await importText('a.jsonl', products);
  await replaceIdentity(services, undefined);
  expect(await importText('a.jsonl', products)).toMatchObject({ problems: [], unchanged: 3 });
  const changed = toJsonLines([{ _id: 'pot', tax: 'full' }]);
  expect(await importText('a.jsonl', changed)).toMatchObject({ refused: true });
});

test('a rate that is taken out of the shop while a file is read is refused when it is written', async () => {
  const source = sourceOf(
    'a.jsonl',
    (async function* () {
      yield products;
      await withRates(full);
    })(),
  );
  await expect(importFile(services, source, { format: 'jsonl' })).rejects.toThrow(
    'Line 1 gives "tea" the rate "reduced", which the shop no longer has.',
  );
  expect(await taxes()).toEqual({});
});

test('an update names the column that it does not change', async () => {
  await importText('a.jsonl', products);
  const report = await updateFile(services, await feeds.write('a.csv', '_id,cost,tax\ntea,3,x\n'));
  expect(report).toMatchObject({ updated: 1, unused: ['tax'] });
});
