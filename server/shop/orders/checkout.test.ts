import { afterEach, describe, expect, test } from 'vitest';
import { addressPath, orderPath, paths } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { fillCatalogue, openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { balance, cart, checkout, addAddress, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'lamp', name: 'Desk Lamp', costCents: 4_999 });
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
await shop.sell({ id: 'car', name: 'Car', costCents: 500_000 });

afterEach(() => expectLedgerBalanced(db));

describe('R9.8: POST /cart/checkout', () => {
  test('200 with exactly what is promised; the cart is empty then, the wallet lighter', async () => {
    const shopper = await readyShopper({ pen: 3, lamp: 2 });
    expect(await cart(shopper)).toHaveLength(2);
    const reply = await checkout(shopper, shopper);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).not.toHaveProperty('idempotency-replayed');
    expect(reply.json()).toEqual({
      success: true,
      orderId: expect.any(String),
      number: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      total: 103.13,
      balance: 4896.87,
      lines: [
        { productId: 'pen', name: 'Pen', cost: 1.05, qty: 3 },
        { productId: 'lamp', name: 'Desk Lamp', cost: 49.99, qty: 2 },
      ],
      deliverBy: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect(await cart(shopper)).toEqual([]);
    expect(await balance(shopper)).toBe(4896.87);
  });

  test('the whole wallet can be spent, to the cent', async () => {
    const shopper = await readyShopper({ car: 1 });
    const reply = await checkout(shopper, shopper);
    expect(reply.json()).toMatchObject({ total: 5000, balance: 0 });
    expect(await balance(shopper)).toBe(0);
  });

  test('what is ordered leaves the shelf, where it is counted', async () => {
    await shop.sell({ id: 'vase', stock: 5 });
    const shopper = await readyShopper({ vase: 3, pen: 1 });
    await checkout(shopper, shopper);
    const stock = db
      .selectFrom('products')
      .select(['id', 'stock'])
      .where('id', 'in', ['vase', 'pen']);
    expect(await stock.orderBy('id').execute()).toEqual([
      { id: 'pen', stock: null },
      { id: 'vase', stock: 2 },
    ]);
  });

  test("nobody else's cart or wallet is touched", async () => {
    const [one, two] = [await readyShopper({ pen: 1 }), await readyShopper({ lamp: 1 })];
    await checkout(one, one);
    expect(await cart(two)).toEqual([{ productId: 'lamp', qty: 1 }]);
    expect(await balance(two)).toBe(5000);
  });
});

describe('R9.13: GET /orders/{id}', () => {
  test('200, the order as it was placed', async () => {
    const shopper = await readyShopper({ pen: 2 });
    const home = await addAddress(shopper, 'Zoë\n2 New Road');
    const before = Date.now();
    const placed = (await checkout(shopper, { addressId: home })).json();

    const reply = await shop.call('GET', orderPath(placed.orderId), { as: shopper });
    expect(reply.statusCode).toBe(200);
    const order = reply.json();
    expect(order).toEqual({
      id: placed.orderId,
      number: placed.number,
      status: 'placed',
      placedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      address: 'Zoë\n2 New Road',
      lines: placed.lines,
      total: 2.1,
      refunded: 0,
      deliverBy: placed.deliverBy,
      history: [{ status: 'placed', at: order.placedAt }],
    });
    expect(Date.parse(order.placedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(order.placedAt)).toBeLessThanOrEqual(Date.now());
  });

  test('it keeps names, prices and address whatever becomes of them', async () => {
    await shop.sell({ id: 'mug', name: 'Mug', costCents: 799 });
    const shopper = await readyShopper({ mug: 1 });
    const { orderId } = (await checkout(shopper, shopper)).json();
    const before = await shop.call('GET', orderPath(orderId), { as: shopper });

    await shop.sell({ id: 'mug', name: 'Cup', costCents: 12_300 });
    expect((await shop.call('GET', orderPath(orderId), { as: shopper })).body).toBe(before.body);
    await shop.withdraw('mug');
    await shop.call('DELETE', addressPath(shopper.addressId), { as: shopper });
    expect((await shop.call('GET', orderPath(orderId), { as: shopper })).body).toBe(before.body);
  });
});

test('a body that names more than the address changes nothing about the order', async () => {
  const shopper = await readyShopper({ lamp: 1 });
  const reply = await shop.call('POST', paths.checkout, {
    as: shopper,
    body: { addressId: shopper.addressId, total: 0, balance: 1_000_000, userId: 'somebody' },
  });
  expect(reply.json()).toMatchObject({ total: 49.99, balance: 4950.01 });
});

test('a cart from before carts were limited can be ordered, however many lines it has', async () => {
  const ids = Array.from({ length: 6_000 }, (_, n) => `bulk-${n}`);
  await fillCatalogue(shop.services, ids);
  const shopper = await readyShopper({});
  for (let start = 0; start < ids.length; start += 1_000) {
    const rows = ids.slice(start, start + 1_000).map((product_id, index) => ({
      user_id: shopper.userId,
      product_id,
      qty: 1,
      place: start + index + 1,
    }));
    await db.insertInto('cart_items').values(rows).execute();
  }
  const reply = await checkout(shopper, shopper);
  expect([reply.statusCode, reply.json().total]).toEqual([200, 60]);
  const { orderId } = reply.json();
  const order = await shop.call('GET', orderPath(orderId), { as: shopper });
  expect(order.json().lines.map(({ productId }: { productId: string }) => productId)).toEqual(ids);
});
