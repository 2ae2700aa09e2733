import { describe, expect, test } from 'vitest';
import { CART_LINES_MAX } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { fillCatalogue, openTestShop, type TestShopper } from '../../testing/test-shop.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';

const shop = await openTestShop();
for (const id of ['lamp', 'desk', 'chair']) await shop.sell({ id });
await shop.sell({ id: 'palace', costCents: 100_000_000 });
await shop.sell({ id: 'palace-2', costCents: 100_000_000 });
await shop.sell({ id: 'penny', costCents: 1 });

const { cart: read, put } = shoppingIn(shop);
const line = (productId: string, qty: number) => ({ productId, qty });

/** A new shopper with these lines. */
async function shopperWith(...lines: [productId: string, qty: number][]): Promise<TestShopper> {
  const shopper = await shop.shopper();
  for (const [productId, qty] of lines) await put(shopper, productId, qty);
  return shopper;
}

describe('R9.7: GET /cart', () => {
  test('200, an empty list for a new shopper', async () => {
    const reply = await shop.call('GET', paths.cart, { as: await shop.shopper() });
    expect([reply.statusCode, reply.body]).toEqual([200, '[]']);
  });

  test('[{productId, qty}] in the order of adding, which a changed quantity keeps', async () => {
    const shopper = await shopperWith(['desk', 4], ['lamp', 4], ['chair', 5], ['desk', 7]);
    expect(await read(shopper)).toEqual([line('desk', 7), line('lamp', 4), line('chair', 5)]);
  });

  test('what was removed and added again is the last', async () => {
    const shopper = await shopperWith(['desk', 1], ['lamp', 1], ['desk', 0], ['desk', 1]);
    expect(await read(shopper)).toEqual([line('lamp', 1), line('desk', 1)]);
  });

  test("one shopper's cart is nobody else's", async () => {
    const one = await shopperWith(['lamp', 3]);
    const two = await shopperWith(['lamp', 5], ['lamp', 0]);
    expect([await read(one), await read(two)]).toEqual([[line('lamp', 3)], []]);
  });
});

describe('R9.7: POST /cart', () => {
  test('200 with the whole cart; qty is absolute, from 1 to 99', async () => {
    const shopper = await shopperWith(['desk', 1]);
    for (const qty of [2, 2, 1, 99]) {
      const reply = await put(shopper, 'lamp', qty);
      expect([reply.statusCode, reply.json()]).toEqual([200, [line('desk', 1), line('lamp', qty)]]);
    }
  });

  test.each([
    ['what is there', 'lamp'],
    ["what isn't there", 'chair'],
    ['what no shop ever had', 'no-such-thing'],
  ])('qty 0 removes %s', async (_, productId) => {
    const shopper = await shopperWith(['desk', 1], ['lamp', 1]);
    const reply = await put(shopper, productId, 0);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).not.toContainEqual(expect.objectContaining({ productId }));
    expect(reply.json()).toContainEqual(line('desk', 1));
  });

  test('a product that left the catalogue stays in the cart, and can be removed', async () => {
    await shop.sell({ id: 'leaving' });
    const shopper = await shopperWith(['leaving', 2]);
    await shop.withdraw('leaving');
    expect(await read(shopper)).toEqual([line('leaving', 2)]);
    expect((await put(shopper, 'leaving', 3)).statusCode).toBe(404);
    expect((await put(shopper, 'leaving', 0)).json()).toEqual([]);
  });

  test("404 'Product does not exist', and nothing changed", async () => {
    const shopper = await shopperWith(['lamp', 2]);
    for (const id of ['no-such-thing', 'LAMP', ' lamp', "lamp'--", 'x'.repeat(500)]) {
      expectRefused(await put(shopper, id, 1), 404, 'Product does not exist');
    }
    expect(await read(shopper)).toEqual([line('lamp', 2)]);
  });
});

describe('R9.7, POST /cart: 400 if qty is not a whole number from 0 to 99, and nothing changed', async () => {
  const settled = await shopperWith(['lamp', 2]);

  test.each([
    ['-1', messages.quantityInvalid],
    ['100', messages.quantityInvalid],
    ['1.5', messages.quantityInvalid],
    ['"3"', messages.quantityInvalid],
    ['null', messages.quantityInvalid],
    ['true', messages.quantityInvalid],
    ['[1]', messages.quantityInvalid],
    ['1e300', messages.quantityInvalid],
    ['9007199254740992', messages.quantityInvalid],
    ['NaN', messages.jsonMalformed],
    ['1e999', messages.quantityInvalid],
    ['01', messages.jsonMalformed],
  ])('%s', async (qty, message) => {
    const reply = await shop.call('POST', paths.cart, {
      as: settled,
      body: `{"productId":"lamp","qty":${qty}}`,
      headers: { 'content-type': 'application/json' },
    });
    expectRefused(reply, 400, message);
    expect(await read(settled)).toEqual([line('lamp', 2)]);
  });

  test.each([
    ['a missing qty', { productId: 'lamp' }, messages.quantityInvalid],
    ['a missing productId', { qty: 1 }, messages.productIdRequired],
    ['an empty productId', { productId: '', qty: 1 }, messages.productIdRequired],
    ['a productId that is a number', { productId: 7, qty: 1 }, messages.productIdRequired],
  ])('%s', async (_, body, message) => {
    expectRefused(await shop.call('POST', paths.cart, { as: settled, body }), 400, message);
    expect(await read(settled)).toEqual([line('lamp', 2)]);
  });
});

test("R5.7: a cart's total is at most $100,000,000: a cent more is 400 and nothing changed", async () => {
  const full = [line('palace', 99), line('palace-2', 1)];
  const shopper = await shopperWith(['palace', 99], ['palace-2', 1]);
  for (const { productId, qty } of [line('penny', 1), line('palace-2', 2)]) {
    expectRefused(await put(shopper, productId, qty), 400, messages.cartTotalTooHigh);
  }
  expect(await read(shopper)).toEqual(full);
  expect((await put(shopper, 'palace-2', 0)).statusCode).toBe(200);
});

describe('changes at the same time', () => {
  test('of one line: one of the quantities, and one line', async () => {
    const shopper = await shop.shopper();
    const quantities = [1, 2, 3, 4, 5];
    await Promise.all(quantities.map((qty) => put(shopper, 'lamp', qty)));
    const cart = await read(shopper);
    expect(cart).toEqual([line('lamp', expect.any(Number))]);
    expect(quantities).toContain(cart[0]?.qty);
  });

  test('of several lines: all of them, each in a place of its own', async () => {
    const shopper = await shop.shopper();
    const ids = ['chair', 'desk', 'lamp', 'penny'];
    await Promise.all(ids.map((id) => put(shopper, id, 1)));
    const cart = await read(shopper);
    expect(cart.map(({ productId }) => productId).toSorted()).toEqual(ids);
    expect(await read(shopper)).toEqual(cart);
  });

  test('never take the total over its limit', async () => {
    const shopper = await shopperWith(['palace', 99]);
    const ids = ['palace-2', 'penny', 'lamp'];
    const replies = await Promise.all(ids.map((id) => put(shopper, id, 1)));
    for (const { statusCode } of replies) expect([200, 400]).toContain(statusCode);
    const cart = (await read(shopper)).map(({ productId }) => productId);
    expect(cart.includes('palace-2') && cart.length > 2).toBe(false);
  });
});

test('R5.7: a cart has at most 500 lines, which can be changed, and removed for others', async () => {
  const ids = Array.from({ length: CART_LINES_MAX + 1 }, (_, n) => `many-${n}`);
  const [last = ''] = ids.slice(-1);
  await fillCatalogue(shop.services, ids);
  const shopper = await shop.shopper();
  const rows = ids.slice(0, -1).map((product_id, index) => ({
    user_id: shopper.userId,
    product_id,
    qty: 1,
    place: index + 1,
  }));
  await shop.services.db.insertInto('cart_items').values(rows).execute();
  const before = await read(shopper);
  const message = 'A cart can hold at most 500 different products';
  expectRefused(await put(shopper, last, 1), 400, message);
  expect(await read(shopper)).toEqual(before);

  expect((await put(shopper, 'many-0', 5)).json()[0]).toEqual(line('many-0', 5));
  expect((await put(shopper, 'many-499', 5)).statusCode).toBe(200);
  expect((await put(shopper, 'many-0', 0)).json()).toHaveLength(CART_LINES_MAX - 1);
  expect((await put(shopper, last, 1)).json()).toHaveLength(CART_LINES_MAX);
});
