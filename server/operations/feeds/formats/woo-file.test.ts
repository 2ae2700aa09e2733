/** WooCommerce's product CSV as a file: its columns, its language and its size. */
import { expect, test } from 'vitest';
import { importFile } from '../import.ts';
import { openWooShop, shirt, variation } from './woo.testing.ts';

const { services, feeds, importRows, products } = await openWooShop();

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

test('small cells count for the memory as well', async () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `Meta: ${n}`);
  const cells = names.map(() => 'x').join();
  const rows = Array.from({ length: 150 }, (_, n) => `variable,TEE-${n},Tee,1,${cells}\n`);
  const table = `Type,SKU,Name,In stock?,${names}\n${rows.join('')}`;
  const { problems } = await importFile(services, await feeds.write('a.csv', table));
  expect(problems).toMatchObject([
    { message: 'has too many variable products for one file: split it' },
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
