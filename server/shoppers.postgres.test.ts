import { expect, onTestFinished, test } from 'vitest';
import { changeCart } from './cart/store.ts';
import { hashToken } from './http/authentication.ts';
import { logOut, openShopperCaches, withShopper } from './shoppers.ts';
import { openStorage } from './storage/storage.ts';
import { openTestShop } from './test-shop.ts';

const shop = await openTestShop();
const { services } = shop;
await shop.sell({ id: 'lamp' });

/** The caches of another server of the same shop. */
async function openOtherServer() {
  const storage = await openStorage({ ...shop.database.options, exclusive: true });
  onTestFinished(() => storage.close());
  return openShopperCaches(storage);
}

test('a server reads the cart that another server changed', async () => {
  const { userId } = await shop.shopper();
  const other = await openOtherServer();
  for (const qty of [1, 2]) {
    await withShopper(services, userId, (tx) => changeCart(tx, userId, { productId: 'lamp', qty }));
    expect(await other.carts.get(userId)).toEqual([{ productId: 'lamp', qty }]);
  }
});

test('a server refuses a session that another server ended', async () => {
  const { token, userId } = await shop.shopper();
  const other = await openOtherServer();
  const tokenHash = hashToken(token);
  expect(await other.sessions.get(tokenHash)).toMatchObject({ userId });
  await logOut(services, tokenHash);
  await expect(other.sessions.get(tokenHash)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});
