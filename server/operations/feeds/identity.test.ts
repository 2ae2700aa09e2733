/** Products keep their identity over several files without ids. */
import { beforeEach, expect, test } from 'vitest';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { openTestFeeds } from './feeds.testing.ts';
import { importFile } from './import.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();

beforeEach(() => db.deleteFrom('products').execute());

const importRows = async (...rows: string[]) =>
  importFile(
    services,
    await feeds.write('a.csv', ['name,category,cost,image', ...rows, ''].join('\n')),
  );
const productsInOrder = () =>
  db.selectFrom('products').select(['id', 'name', 'image']).orderBy('position').execute();

const [cup, bowl, plate] = [
  '白い茶碗,茶碗,20,/cup.png',
  '黒い丼,丼,25,/bowl.png',
  '青い皿,皿,15,/plate.png',
] as const;

test('a later file with one more product at its start adds that one alone', async () => {
  await importRows(cup, bowl);
  const before = await productsInOrder();
  expect(await importRows(plate, cup, bowl)).toMatchObject({ added: 1, updated: 0, unchanged: 2 });
  expect((await productsInOrder()).slice(0, 2)).toEqual(before);
});

test('a file of another supplier changes no product', async () => {
  await importRows(cup, bowl);
  expect(await importRows(plate, '緑の壺,壺,90,/pot.png')).toMatchObject({ added: 2, updated: 0 });
  expect(await productsInOrder()).toHaveLength(4);
});

test('a file whose rows can’t be told apart is refused, and changes nothing', async () => {
  const report = await importRows('Wool cap,Caps,30,/a.png', 'Wool cap,Caps,35,/b.png');
  expect(report).toMatchObject({ refused: true, added: 0 });
  expect(report.problems).toEqual([
    {
      line: 3,
      field: '_id',
      message: 'is missing, and brand and name are those of line 2: give each an _id',
    },
  ]);
  expect(await productsInOrder()).toEqual([]);
});

test('of rows that can’t be told apart, none is imported when invalid records are skipped', async () => {
  const rows = ['Wool cap,Caps,30,/a.png', 'Hat,Hats,9,/h.png', 'Wool cap,Caps,35,/b.png'];
  const text = ['name,category,cost,image', ...rows, ''].join('\n');
  const report = await importFile(services, await feeds.write('a.csv', text), {
    skipInvalid: true,
  });
  expect(report).toMatchObject({ read: 3, added: 1, skipped: 2 });
  expect((await productsInOrder()).map(({ id }) => id)).toEqual(['hat']);
});

test('a changed price finds the product of the first file', async () => {
  await importRows(cup);
  expect(await importRows(cup.replace('20', '21'))).toMatchObject({ added: 0, updated: 1 });
  const [{ id = '' } = {}] = await productsInOrder();
  expect(await findProductRows(db, [id])).toMatchObject([{ cost_cents: 2_100 }]);
});
