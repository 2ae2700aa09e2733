/** What operators find of the catalogue, on both engines. */
import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { removeDemo } from '../feeds/demo.ts';
import { takeOut } from '../feeds/removal.ts';
import { findProducts, listProducts } from './products.ts';

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

test('the lowest counted stock is first, and the demo is taken out whole', async () => {
  // Two of them are the demo's.
  const low = await listProducts(db, { maxStock: 3, limit: 1 });
  expect(low).toMatchObject({ products: [{ id: 't-10', stock: 0 }], total: 4 });
  expect(await removeDemo(shop.services)).toMatchObject({ orders: 0, comesBack: false });
  const { products, total } = await listProducts(db, { maxStock: undefined, limit: 9 });
  expect([products.map(({ id }) => id), total]).toEqual([['T-1%', 't-10', 'cup'], 3]);
  await takeOut(shop.services, new Set(['T-1%', 't-10', 'cup']));
  expect(await removeDemo(shop.services)).toMatchObject({ removed: 0, comesBack: true });
});
