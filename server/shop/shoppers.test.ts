import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { Refusal } from '../../contract/refusals.ts';
import { shopperCaches } from '../platform/storage/shopper-cache.ts';
import { openStorage } from '../platform/storage/storage.ts';
import { openTestShop, type TestShopper } from '../testing/test-shop.ts';
import { hashToken } from './accounts/authentication.ts';
import { changeCart, emptyCart } from './cart/store.ts';
import { logOut, openShopperCaches, withShopper } from './shoppers.ts';

const shop = await openTestShop();
const { services } = shop;
await shop.sell({ id: 'lamp' });

const put = (as: TestShopper, qty: number) =>
  shop.call('POST', paths.cart, { as, body: { productId: 'lamp', qty } });
const readCart = async (as: TestShopper) => (await shop.call('GET', paths.cart, { as })).json();

describe('a shopper reads what was changed a moment ago', () => {
  test('in the cart', async () => {
    const shopper = await shop.shopper();
    expect(await readCart(shopper)).toEqual([]);
    for (const qty of [2, 3]) {
      await put(shopper, qty);
      expect(await readCart(shopper)).toEqual([{ productId: 'lamp', qty }]);
    }
  });

  test('in the cart that was ordered', async () => {
    const shopper = await shop.shopper();
    await put(shopper, 1);
    await readCart(shopper);
    const body = { address: '1 High Street' };
    const [{ _id }] = (await shop.call('POST', paths.addresses, { as: shopper, body })).json();
    const order = { as: shopper, body: { addressId: _id } };
    expect((await shop.call('POST', paths.checkout, order)).statusCode).toBe(200);
    expect(await readCart(shopper)).toEqual([]);
  });

  test('after a change that failed', async () => {
    const shopper = await shop.shopper();
    await put(shopper, 1);
    await readCart(shopper);
    const failing = withShopper(services, shopper.userId, async (tx) => {
      await emptyCart(tx, shopper.userId);
      throw new Error('a defect');
    });
    await expect(failing).rejects.toThrow('a defect');
    expect(await readCart(shopper)).toEqual([{ productId: 'lamp', qty: 1 }]);
  });

  test('after logging out: nothing', async () => {
    const shopper = await shop.shopper();
    const ask = () => shop.call('GET', paths.cart, { as: shopper });
    expect((await ask()).statusCode).toBe(200);
    expect((await shop.call('POST', paths.logout, { as: shopper })).statusCode).toBe(204);
    expect((await ask()).statusCode).toBe(401);
  });
});

describe('a shopper reads what another process changed: the command line, another server', () => {
  async function openOtherProcess() {
    const storage = await openStorage({ ...shop.database.options, exclusive: false });
    onTestFinished(() => storage.close());
    return { ...storage, ...openShopperCaches(storage) };
  }

  test('in the cart', async () => {
    const shopper = await shop.shopper();
    const other = await openOtherProcess();
    for (const qty of [1, 2]) {
      await withShopper(other, shopper.userId, (tx) =>
        changeCart(tx, shopper.userId, { productId: 'lamp', qty }),
      );
      expect(await readCart(shopper)).toEqual([{ productId: 'lamp', qty }]);
    }
  });

  test('after it ended the session: nothing', async () => {
    const shopper = await shop.shopper();
    const other = await openOtherProcess();
    expect(await readCart(shopper)).toEqual([]);
    await logOut(other, hashToken(shopper.token));
    expect((await shop.call('GET', paths.cart, { as: shopper })).statusCode).toBe(401);
  });
});

test('a session that is over is refused, cached or not', async () => {
  const shopper = await shop.shopper();
  const ask = () => shop.call('GET', paths.wallet, { as: shopper });
  expect((await ask()).statusCode).toBe(200);
  shop.pass(30 * 24 * 60 * 60 * 1000);
  expect((await ask()).statusCode).toBe(401);
});

describe('a cache of shoppers', () => {
  const createShopperCache = shopperCaches(() => 1);

  /** Loads answer when the test says so. */
  function openCache() {
    const loads: PromiseWithResolvers<string>[] = [];
    const cache = createShopperCache(() => {
      const load = Promise.withResolvers<string>();
      loads.push(load);
      return load.promise;
    });
    return { cache, loads };
  }

  test('loads a key once, also for requests at the same time', async () => {
    const { cache, loads } = openCache();
    const asked = [cache.get('ada'), cache.get('ada')];
    loads[0]?.resolve('one');
    expect(await Promise.all([...asked, cache.get('ada')])).toEqual(['one', 'one', 'one']);
    expect(loads).toHaveLength(1);
  });

  test('does not keep a load that began before a change', async () => {
    const { cache, loads } = openCache();
    const before = cache.get('ada');
    cache.delete('ada');
    const after = cache.get('ada');
    loads[1]?.resolve('new');
    loads[0]?.resolve('old');
    expect([await before, await after]).toEqual(['old', 'new']);
    expect(await cache.get('ada')).toBe('new');
  });

  test('does not keep a failure', async () => {
    const { cache, loads } = openCache();
    const failing = cache.get('ada');
    loads[0]?.reject(new Refusal('OVERLOADED'));
    await expect(failing).rejects.toThrow();
    const again = cache.get('ada');
    loads[1]?.resolve('there');
    expect(await again).toBe('there');
  });

  test('drops the least recently used entry for the one that is too many', async () => {
    let loads = 0;
    const cache = createShopperCache(async () => ++loads);
    const first = randomUUID();
    await cache.get(first);
    for (let n = 1; n < 10_000; n++) await cache.get(`${n}`);
    await cache.get(first);
    await cache.get('one too many');
    expect(await cache.get(first)).toBe(1);
    expect(await cache.get('1')).toBe(10_002);
  });
});
