import { expect, test } from 'vitest';
import { openTestShop } from '../test-shop.ts';
import { keepCarts } from './cart-cache.ts';
import { emptyCart } from './store.ts';

const shop = await openTestShop();
const { db } = shop.services;
await shop.sell({ id: 'lamp' });
const ONE_LAMP = [{ productId: 'lamp', qty: 1 }];

/** Empty by now, and one lamp in it for whoever remembers. */
async function openWithCart({ writesOfOthers }: { writesOfOthers?: () => number }) {
  const { userId } = await shop.shopper();
  await db
    .insertInto('cart_items')
    .values({ user_id: userId, product_id: 'lamp', qty: 1, place: 1 })
    .execute();
  const carts = keepCarts({ db, writesOfOthers });
  const empty = () => db.transaction().execute((tx) => emptyCart(tx, userId));
  return { carts, empty, find: () => carts.find(userId), change: () => carts.changed(userId) };
}

test('a cart that was found is found again without asking, until its change is told', async () => {
  const { find, empty, change } = await openWithCart({ writesOfOthers: () => 1 });
  expect(await find()).toEqual(ONE_LAMP);
  await empty();
  expect(await find()).toEqual(ONE_LAMP);
  change();
  expect(await find()).toEqual([]);
});

test('what is read while a change is told is not kept', async () => {
  const { find, empty, change } = await openWithCart({ writesOfOthers: () => 1 });
  const found = find();
  change();
  expect(await found).toEqual(ONE_LAMP);
  await empty();
  expect(await find()).toEqual([]);
});

test('once somebody else has written, each is asked for anew', async () => {
  let writes = 1;
  const { find, empty } = await openWithCart({ writesOfOthers: () => writes });
  await find();
  await empty();
  writes = 2;
  // Looked up once for all that arrive in one turn.
  await new Promise((done) => setTimeout(done));
  expect(await find()).toEqual([]);
});

test('none is kept where nobody can tell what others write', async () => {
  const { find, empty } = await openWithCart({});
  expect(await find()).toEqual(ONE_LAMP);
  await empty();
  expect(await find()).toEqual([]);
});
