import { beforeEach, expect, test } from 'vitest';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { fillEmptyShop } from './demo.ts';
import { takeOut } from './removal.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const { checkout, readyShopper } = shoppingIn(shop);

async function productIds(): Promise<Set<string>> {
  const rows = await db.selectFrom('products').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

beforeEach(async () => {
  await takeOut(services, await productIds());
});

test('an empty shop without identity and orders gets the demo catalogue', async () => {
  await fillEmptyShop(services);
  expect((await productIds()).size).toBe(60);
});

test('an emptied shop with an identity gets none', async () => {
  await replaceIdentity(services, { name: 'Birch' });
  await fillEmptyShop(services);
  expect((await productIds()).size).toBe(0);
  await replaceIdentity(services, undefined);
});

test('an emptied shop with orders gets none', async () => {
  await shop.sell({ id: 'pen' });
  const shopper = await readyShopper({ pen: 1 });
  expect((await checkout(shopper, shopper)).statusCode).toBe(200);
  await shop.withdraw('pen');
  await fillEmptyShop(services);
  expect((await productIds()).size).toBe(0);
});
