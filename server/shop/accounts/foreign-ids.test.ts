/** Whatever is somebody else's is answered like what isn't there, byte for byte: nobody learns that it is. */
import { expect, test } from 'vitest';
import { addressPath, orderPath, paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';

const shop = await openTestShop();
const shopping = shoppingIn(shop);
await shop.sell({ id: 'lamp' });
const owner = await shopping.readyShopper({ lamp: 2 });
const order = (
  await shopping.checkout(owner, { addressId: owner.addressId, key: 'owners' })
).json();
await shopping.put(owner, 'lamp', 3);
const stranger = await shopping.readyShopper({ lamp: 1 });

/** Ids of the same kind that nobody has. */
const nobodys = shop.services.newId();

test.each<
  [string, 'GET' | 'POST' | 'DELETE', (id: string) => { url: string; body?: object }, string]
>([
  ['an address that is deleted', 'DELETE', (id) => ({ url: addressPath(id) }), owner.addressId],
  ['an order that is read', 'GET', (id) => ({ url: orderPath(id) }), order.orderId],
  [
    'an address that is ordered to',
    'POST',
    (addressId) => ({ url: paths.checkout, body: { addressId } }),
    owner.addressId,
  ],
])('%s', async (_, method, call, foreign) => {
  const ask = async (id: string) => {
    const { url, ...options } = call(id);
    const { statusCode, body, headers } = await shop.call(method, url, {
      as: stranger,
      ...options,
    });
    const { 'x-request-id': _, date: __, ...others } = headers;
    return { statusCode, body, headers: others };
  };
  const [theirs, nothing] = [await ask(foreign), await ask(nobodys)];
  expect(theirs).toEqual(nothing);
  expect(theirs.statusCode).toBe(404);
});

test('and nothing of it has changed', async () => {
  expect(await shopping.cart(owner)).toEqual([{ productId: 'lamp', qty: 3 }]);
  const addresses = await shop.call('GET', paths.addresses, { as: owner });
  expect(addresses.json()).toMatchObject([{ _id: owner.addressId }]);
  expect((await shop.call('GET', orderPath(order.orderId), { as: owner })).statusCode).toBe(200);
});

test('somebody else’s idempotency key is a new one', async () => {
  const reply = await shopping.checkout(stranger, { addressId: stranger.addressId, key: 'owners' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).not.toHaveProperty('idempotency-replayed');
  expect(reply.json().orderId).not.toBe(order.orderId);
});

test('what a client says of itself beside its token is not heard', async () => {
  const { userId } = owner;
  const reply = await shop.call('POST', `${paths.cart}?userId=${userId}`, {
    as: stranger,
    body: { productId: 'lamp', qty: 9, userId, user_id: userId, cost: 0, balance: 1e9 },
    headers: { 'x-user-id': userId },
  });
  expect(reply.json()).toEqual([{ productId: 'lamp', qty: 9 }]);
  expect(await shopping.cart(owner)).toEqual([{ productId: 'lamp', qty: 3 }]);
  expect(await shopping.balance(stranger)).toBe(4990);
});
