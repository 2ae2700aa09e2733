/** Lists say which products are sold out (R9.4), also right after an order. */
import { expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { cancelOrderPath } from '../../../contract/paths.ts';
import { fillWithCrowd } from '../../platform/storage/crowd.testing.ts';
import { explain, statementsOf } from '../../platform/storage/plans.testing.ts';
import { engine } from '../../testing/test-database.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { openSellingShop } from './selling.testing.ts';
import { readVersionOfLists } from './store.ts';

const shop = await openSellingShop([
  { _id: 'kettle', name: 'Copper Kettle', category: 'Kitchen', price: 40, image: '/k', stock: 1 },
  { _id: 'mug', name: 'Copper Mug', category: 'Kitchen', price: 4, image: '/m', stock: 5 },
  { _id: 'cup', name: 'Copper Cup', category: 'Kitchen', price: 3, image: '/c' },
]);

const lists = [
  '/api/v1/products',
  '/api/v1/products?limit=2',
  '/api/v1/products?ids=kettle,mug',
  '/api/v1/products?category=Kitchen',
  '/api/v1/products/search?value=copper',
];

async function soldOutAt(url: string): Promise<string[]> {
  const products: Product[] = (await shop.call('GET', url)).json();
  for (const { available } of products) expect([undefined, false]).toContain(available);
  return products.filter(({ available }) => available === false).map(({ _id }) => _id);
}

test('the order of the last one makes it unavailable in every list, and its cancellation available', async () => {
  for (const url of lists) expect(await soldOutAt(url)).toEqual([]);
  const { checkout, readyShopper } = shoppingIn(shop);
  const shopper = await readyShopper({ kettle: 1 });
  const { orderId } = (await checkout(shopper, shopper)).json();
  for (const url of lists) expect(await soldOutAt(url)).toEqual(['kettle']);
  expect((await shop.call('GET', '/api/v1/products/kettle')).json()).toMatchObject({
    available: false,
  });
  const cancelled = await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
  expect(cancelled.statusCode).toBe(200);
  for (const url of lists) expect(await soldOutAt(url)).toEqual([]);
});

test('the version of the lists reads an index of the sold-out products', async () => {
  await fillWithCrowd(shop.services.db, engine);
  const statements = await statementsOf(shop.services.db, async () => {
    await readVersionOfLists(shop.services.db);
  });
  expect(statements).toHaveLength(1);
  for (const statement of statements) {
    const plan = JSON.stringify(await explain(shop.services.db, engine, statement));
    expect(plan).toContain('products_by_stock');
  }
});
