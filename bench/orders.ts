/** Compares changes of carts and orders over HTTP with the same functions of the shop, called directly. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { noMeter } from '../server/platform/metrics/meter.ts';
import { noOutbox } from '../server/platform/webhooks/outbox.ts';
import { hashToken } from '../server/shop/accounts/authentication.ts';
import { changeCart } from '../server/shop/cart/store.ts';
import { placeOrder } from '../server/shop/orders/checkout.ts';
import { type ShopWork, withShopper } from '../server/shop/shoppers.ts';
import { compare, type Options } from './compare.ts';
import { measureThroughput, saturate, type Throughput } from './load.ts';
import { openFilledDatabase, type Shop } from './shop.ts';
import {
  type CartChange,
  checkOut,
  type FilledDatabase,
  fillCarts,
  postCart,
  type Shopper,
} from './shoppers.ts';
import type { Row } from './table.ts';

const AT_ONCE = 32;
type Send = () => Promise<Throughput>;

export async function* measureOrders(shop: Shop, { rounds }: Options): AsyncGenerator<Row> {
  const direct = await openFilledDatabase(shop.engine);
  const compareWithDirect = (what: string, lines: number, floor: number, send: Send, call: Send) =>
    compare(`${what}, ${AT_ONCE} at once`, Math.min(5, rounds), afterFilling(shop, lines, send), [
      { name: 'the call without HTTP', floor, measure: afterFilling(direct, lines, call) },
    ]);
  try {
    yield* await compareWithDirect(
      'POST /cart/checkout',
      2,
      0.3,
      () => saturate(shop, shop.shoppers.map(checkOut), { connections: AT_ONCE }),
      () => callDirectly(direct, direct.shoppers, (shopper) => [shopper, orderOf(shopper)]),
    );
    // Two for each shopper.
    const count = 2 * shop.shoppers.length;
    const calls = (await cartChanges(shop)).slice(-count).map(postCart);
    const changes = (await cartChanges(direct)).slice(-count);
    yield* await compareWithDirect(
      'POST /cart',
      1,
      0.3,
      () => saturate(shop, calls, { connections: AT_ONCE }),
      () =>
        callDirectly(direct, changes, ({ shopper, ...change }) => [
          shopper,
          (tx) => changeCart(tx, shopper.userId, change),
        ]),
    );
  } finally {
    await direct.storage.close();
  }
}

function orderOf({ userId, addressId }: Shopper): ShopWork<unknown> {
  const request = { userId, addressId, idempotencyKey: randomUUID(), expectedTotal: undefined };
  return (tx, recorder) => {
    const [orderId, transactionId] = [randomUUIDv7(), randomUUIDv7()];
    return placeOrder(tx, request, { now: Date.now(), orderId, transactionId, recorder });
  };
}

/** Does the work of each item in this process, as the routes do it. */
function callDirectly<T>(
  { storage: { db }, postgresPid }: FilledDatabase,
  items: readonly T[],
  workOf: (item: T) => [Shopper, ShopWork<unknown>],
): Promise<Throughput> {
  const services = { db, now: Date.now, outbox: noOutbox, meter: noMeter };
  return measureThroughput(process.pid, postgresPid, async () => {
    const startedAt = performance.now();
    const rest = items.values();
    const callInTurn = async () => {
      for (const item of rest) {
        const [{ userId, token }, work] = workOf(item);
        await withShopper(services, { userId, tokenHash: hashToken(token) }, work);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, callInTurn));
    const seconds = (performance.now() - startedAt) / 1_000;
    return { requests: items.length, errors: 0, seconds };
  });
}

/** Fills the carts of all shoppers before each measurement. */
function afterFilling(database: FilledDatabase, lines: number, send: Send): Send {
  return async () => {
    await fillCarts(database, { lines });
    return send();
  };
}

/** Changes each cart to another quantity each time, because an unchanged quantity is not written. */
export async function cartChanges({ storage, shoppers }: FilledDatabase): Promise<CartChange[]> {
  const products = storage.db.selectFrom('products').select('id').orderBy('position').limit(5);
  const ids = (await products.execute()).map(({ id }) => id);
  return Array.from({ length: 9 }, (_, index) =>
    shoppers.map((shopper, number) => {
      return { shopper, productId: ids[number % ids.length] ?? '', qty: index + 1 };
    }),
  ).flat();
}
