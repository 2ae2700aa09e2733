import { expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths, productPath, searchPath } from '../../../contract/paths.ts';
import { countProducts, readVersion } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { takeOut } from './removal.ts';

const shop = await openTestShop();
const { services } = shop;

test('a removed product is gone from the shop, and refused at checkout', async () => {
  const shopper = await shop.shopper();
  const address = await shop.call('POST', paths.addresses, {
    as: shopper,
    body: { address: '1 Main Street' },
  });
  const productId = 'teal-garden-trowel';
  await shop.call('POST', paths.cart, { as: shopper, body: { productId, qty: 2 } });
  const before = await readVersion(services.db);

  expect(await takeOut(services, new Set([productId]))).toEqual({ removed: 1, missing: [] });

  expect(await readVersion(services.db)).not.toBe(before);
  expect((await shop.call('GET', productPath(productId))).statusCode).toBe(404);
  const found = await shop.call('GET', searchPath('teal trowel'));
  expect(found.body).not.toContain(productId);
  const cart = await shop.call('GET', paths.cart, { as: shopper });
  expect(cart.json()).toEqual([{ productId, qty: 2 }]);
  const checkout = await shop.call('POST', paths.checkout, {
    as: shopper,
    body: { addressId: address.json()[0]._id },
  });
  expect([checkout.statusCode, checkout.json().message]).toEqual([409, messages.cartProductGone]);
});

test('with an unknown id nothing is removed', async () => {
  const [products, version] = [await countProducts(services.db), await readVersion(services.db)];
  const ids = new Set(['midnight-road-bicycle', 'no-such-thing']);
  expect(await takeOut(services, ids)).toEqual({ removed: 0, missing: ['no-such-thing'] });
  expect(await countProducts(services.db)).toBe(products);
  expect(await readVersion(services.db)).toBe(version);
});

test('more ids than one query can have are reported missing', async () => {
  const ids = Array.from({ length: 40_000 }, (_, n) => `no-such-${n}`);
  expect(await takeOut(services, new Set(ids))).toEqual({ removed: 0, missing: ids });
});
