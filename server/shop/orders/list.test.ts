import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import type { Order } from '../../../contract/orders.ts';
import { orderPath, paths } from '../../../contract/paths.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { stopPoolClock } from '../../testing/pool-clock.ts';
import { engine } from '../../testing/test-database.ts';
import { fillCatalogue, openTestShop, type TestShopper } from '../../testing/test-shop.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { checkout, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
await shop.sell({ id: 'lamp', name: 'Lamp', costCents: 4_999 });

async function shopperWithOrders(count: number): Promise<{ shopper: TestShopper; ids: string[] }> {
  const shopper = await readyShopper({});
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    await put(shopper, 'pen', n);
    await put(shopper, 'lamp', 1);
    const reply = await checkout(shopper, shopper);
    ids.unshift(reply.json().orderId);
  }
  // Two orders of the same millisecond have no defined order.
  return { shopper, ids: ids.toSorted().reverse() };
}

/** All pages from this address on. */
async function readPages(as: TestShopper, url: string): Promise<Order[][]> {
  const reply = await shop.call('GET', url, { as });
  expect(reply.statusCode).toBe(200);
  const next = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
  return [reply.json(), ...(next === undefined ? [] : await readPages(as, next))];
}

describe('R9.13: GET /orders', () => {
  test('200, newest first, each as GET /orders/{id} gives it', async () => {
    const { shopper, ids } = await shopperWithOrders(3);
    const reply = await shop.call('GET', paths.orders, { as: shopper });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).not.toHaveProperty('link');
    expect(reply.json().map(({ id }: Order) => id)).toEqual(ids);
    for (const [n, id] of ids.entries()) {
      const one = await shop.call('GET', orderPath(id), { as: shopper });
      expect(reply.json()[n]).toEqual(one.json());
    }
  });

  test('at most 20, then a link; a page may be of 1 to 100', async () => {
    const { shopper, ids } = await shopperWithOrders(21);
    const sizes = async (url: string) => (await readPages(shopper, url)).map((page) => page.length);
    expect(await sizes(paths.orders)).toEqual([20, 1]);
    expect(await sizes(`${paths.orders}?limit=10`)).toEqual([10, 10, 1]);
    expect(await sizes(`${paths.orders}?limit=21`)).toEqual([21]);
    expect(await sizes(`${paths.orders}?limit=100`)).toEqual([21]);
    const pages = await readPages(shopper, `${paths.orders}?limit=4`);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['limit=0', messages.limitInvalid],
    ['limit=101', messages.limitInvalid],
    ['cursor=', messages.cursorInvalid],
    ["cursor=' or 1=1", messages.cursorInvalid],
  ])('400 for ?%s', async (query, message) => {
    const reply = await shop.call('GET', `${paths.orders}?${query}`, { as: await shop.shopper() });
    expectRefused(reply, 400, message);
  });
});

test('a page has at most 1,000 lines, and a single order is whole', async () => {
  const shopper = await readyShopper({});
  const ids = Array.from({ length: 499 }, (_, line) => `bulk-${line}`);
  await fillCatalogue(shop.services, ids);
  const placed: string[] = [];
  for (const count of [499, 499, 1, 499]) {
    const lines = ids.slice(0, count).map((product_id, place) => ({
      user_id: shopper.userId,
      product_id,
      qty: 1,
      place,
    }));
    await shop.services.db.insertInto('cart_items').values(lines).execute();
    const reply = await checkout(shopper, shopper);
    expect(reply.statusCode).toBe(200);
    placed.unshift(reply.json().orderId);
  }
  const pages = await readPages(shopper, `${paths.orders}?limit=100`);
  expect(pages.map((page) => page.map(({ lines }) => lines.length))).toEqual([
    [499, 1, 499],
    [499],
  ]);
  expect(pages.flat().map(({ id }) => id)).toEqual(placed.toSorted().reverse());
});

// PostgreSQL has a queue of its own, which is full before.
describe.runIf(engine === 'sqlite')('a flood from one network takes no turn of others', () => {
  test.each([paths.orders, paths.walletEntries])('GET %s', async (path) => {
    const [{ shopper }, other] = [await shopperWithOrders(2), await shop.shopper()];
    stopPoolClock();
    const flood = Array.from({ length: 100 }, () =>
      shop.call('GET', path, { as: shopper, from: '192.0.2.1' }),
    );
    const own = shop.call('GET', path, { as: other, from: '192.0.2.2' });
    expect((await own).statusCode).toBe(200);
    const shed = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 503);
    expect(shed.length).toBeGreaterThan(0);
  });
});
