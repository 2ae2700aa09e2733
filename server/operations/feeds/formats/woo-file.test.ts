/** WooCommerce's product CSV as a file: its columns, its language and its size. */
import { describe, expect, test } from 'vitest';
import { importFile } from '../import.ts';
import { openWooShop, shirt, variation } from './woo.testing.ts';

const { services, feeds, importRows, products } = await openWooShop();

test('--map reads another column, also of the parent', async () => {
  const rows = [shirt, variation('Red', 'M', { SKU: 'TEE-R' })].map((row) => ({
    ...row,
    'Meta: maker': row.Type === 'variable' ? 'Smith' : '',
  }));
  await importRows(rows, { mapping: new Map([['brand', 'Meta: maker']]) });
  expect((await products())[0]).toMatchObject({ brand: 'Smith' });
});

test('semicolons and other cases of the names are read, with or without --format', async () => {
  const table = 'type;sku;NAME;published;in stock?;stock;regular price\nsimple;a;Mug;1;1;2;1,5\n';
  const report = await importFile(services, await feeds.write('a.csv', table));
  expect(report).toMatchObject({ added: 1, problems: [] });
  expect((await products())[0]).toMatchObject({ cost_cents: 150, stock: 2 });
});

test.each([
  'ID,Type,SKU,Name,Published,Visibility in catalogue,In stock?,Stock,Regular price,Attribute 1 value(s)',
  'ID,Typ,Artikelnummer,Name,Veröffentlicht,Sichtbarkeit im Katalog,Vorrätig?,Lager,Regulärer Preis,Attribut 1 Wert(e)',
  'ID,Type,UGS,Nom,Publié,Visibilité dans le catalogue,En stock ?,Stock,Tarif régulier,Valeur(s) de l’attribut 1',
  'ID,Tipo,SKU,Nombre,Publicado,Visibilidad en el catálogo,¿Existencias?,Inventario,Precio normal,Valor(es) del atributo 1',
  'ID,Тип,Артикул,Имя,Опубликован,Видимость в каталоге,В наличии?,Запасы,Базовая цена,Attribute 1 value(s)',
  'ID,Type,Artikelnummer,Naam,Gepubliceerd,Zichtbaarheid in catalogus,Op voorraad?,Voorraad,Reguliere prijs,Waarde eigenschap 1',
])('the names of other languages are read: %s', async (header) => {
  const rows = '1,simple,a,Mug,1,visible,1,2,"5,50",\n2,simple,b,Wrap,1,hidden,0,,1,\n';
  const report = await importFile(services, await feeds.write('a.csv', `${header}\n${rows}`));
  expect(report).toMatchObject({ added: 2, problems: [], unread: [] });
  expect(await products()).toMatchObject([
    { id: 'a', name: 'Mug', cost_cents: 550, stock: 2, active: 1 },
    { id: 'b', active: 0, stock: 0 },
  ]);
});

test('a table with few of its columns is recognized', async () => {
  const table =
    'Type,SKU,Name,Published,Regular price,Manage stock,Backorders\nsimple,a,Mug,0,5,yes,no\n';
  const report = await importFile(services, await feeds.write('a.csv', table));
  expect(report).toMatchObject({ added: 1, problems: [], unread: [] });
  expect(await products()).toMatchObject([{ id: 'a', active: 0 }]);
});

describe('a name that is not understood', () => {
  const header = 'Type,SKU,Name,Published,In stock?,Regular price';
  const read = async (names: string, cells: string) =>
    importFile(
      services,
      await feeds.write('a.csv', `${header},${names}\nsimple,a,Mug,1,1,5,${cells}\n`),
    );

  test('is refused if it may be that of a column that decides what is sold', async () => {
    expect((await read('Näkyvyys', 'hidden')).problems).toEqual([
      {
        line: 1,
        message:
          'lacks Visibility in catalog, and has names that are not understood (Näkyvyys): leave them out with --ignore, name them with --map THEIRS=OURS, or export again with WooCommerce in English',
      },
    ]);
  });

  test('is named otherwise', async () => {
    const report = await read('Visibility in catalog,Näkyvyys,Tags', 'visible,x,y');
    expect(report).toMatchObject({ added: 1, unread: ['Näkyvyys'] });
  });
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
