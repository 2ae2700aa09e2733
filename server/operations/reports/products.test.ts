/** What operators find of the catalogue, on both engines. */
import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { removeDemo } from '../feeds/demo.ts';
import { takeOut } from '../feeds/removal.ts';
import { countProducts, findOffSale, findProducts, listProducts } from './products.ts';

const shop = await openTestShop();
const { db } = shop.services;
await shop.sell({ id: 'T-1%', name: 'Green teapot', stock: 3 });
await shop.sell({ id: 't-10', name: 'Blue cup', stock: 0 });
await shop.sell({ id: 'cup', name: 'Teapot for one', stock: null });

test('an id is found by its beginning in any case and character by character, then the names', async () => {
  const idsOf = async (text: string) =>
    (await findProducts(db, text, 20)).products.map(({ id }) => id);
  expect((await idsOf('T-1')).slice(0, 2)).toEqual(['T-1%', 't-10']);
  expect((await idsOf('t-1%'))[0]).toBe('T-1%');
  expect((await idsOf('cup')).slice(0, 2)).toEqual(['cup', 't-10']);
  expect(await idsOf('teapots')).toEqual(expect.arrayContaining(['T-1%', 'cup']));
  expect(await findProducts(db, 'teapot', 1)).toMatchObject({ hasMore: true });
});

test('products that are not on sale are found by a part of their names', async () => {
  await shop.sell({ id: 'old', name: 'Old 100% teapot', active: false });
  expect(await findOffSale(db, '100% TEA', 5)).toEqual(['old']);
  expect(await findOffSale(db, 'green', 5)).toEqual([]);
  expect(await listProducts(db, { isOnSale: false, limit: 5 })).toMatchObject([{ id: 'old' }]);
  await takeOut(shop.services, new Set(['old']));
});

test('the lowest counted stock is first, and the demo is taken out whole', async () => {
  // Two of them are the demo's.
  expect(await countProducts(db, { maxStock: 3 })).toBe(4);
  const [first, next] = await listProducts(db, { maxStock: 3, limit: 2 });
  expect(first).toMatchObject({ id: 't-10', stock: 0 });
  expect(await listProducts(db, { maxStock: 3, limit: 1, after: 't-10' })).toEqual([next]);
  expect(await removeDemo(shop.services)).toMatchObject({ orders: 0, comesBack: false });
  const left = await listProducts(db, { limit: 9 });
  expect(left.map(({ id }) => id)).toEqual(['T-1%', 't-10', 'cup']);
  expect(await listProducts(db, { limit: 9, after: 'T-1%' })).toEqual(left.slice(1));
  await takeOut(shop.services, new Set(['T-1%', 't-10', 'cup']));
  expect(await removeDemo(shop.services)).toMatchObject({ removed: 0, comesBack: true });
});
