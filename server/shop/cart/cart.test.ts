import { describe, expect, test } from 'vitest';
import { CART_LINES_MAX } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { fillCatalogue, openTestShop, type TestShopper } from '../../testing/test-shop.ts';

const shop = await openTestShop();
for (const id of ['lamp', 'desk', 'chair']) await shop.sell({ id });
await shop.sell({ id: 'palace', costCents: 100_000_000 });
await shop.sell({ id: 'palace-2', costCents: 100_000_000 });
await shop.sell({ id: 'penny', costCents: 1 });

const read = async (shopper: TestShopper) =>
  (await shop.call('GET', paths.cart, { as: shopper })).json();
const change = (shopper: TestShopper, productId: unknown, qty: unknown) =>
  shop.call('POST', paths.cart, { as: shopper, body: { productId, qty } });

describe('decisions, GET /cart', () => {
  test('200, an empty list for a new shopper', async () => {
    const reply = await shop.call('GET', paths.cart, { as: await shop.shopper() });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('[]');
  });

  test('[{productId, qty}] in the order of adding, which a changed quantity keeps', async () => {
    const shopper = await shop.shopper();
    for (const id of ['desk', 'lamp', 'chair', 'desk']) await change(shopper, id, id.length);
    expect(await read(shopper)).toContainEqual({ productId: 'desk', qty: 4 });
    await change(shopper, 'desk', 7);
    expect(await read(shopper)).toEqual([
      { productId: 'desk', qty: 7 },
      { productId: 'lamp', qty: 4 },
      { productId: 'chair', qty: 5 },
    ]);
  });

  test('what was removed and added again is the last', async () => {
    const shopper = await shop.shopper();
    await change(shopper, 'desk', 1);
    await change(shopper, 'lamp', 1);
    await change(shopper, 'desk', 0);
    await change(shopper, 'desk', 1);
    expect(await read(shopper)).toEqual([
      { productId: 'lamp', qty: 1 },
      { productId: 'desk', qty: 1 },
    ]);
  });

  test("one shopper's cart is nobody else's", async () => {
    const [one, two] = [await shop.shopper(), await shop.shopper()];
    await change(one, 'lamp', 3);
    await change(two, 'lamp', 5);
    await change(two, 'lamp', 0);
    expect(await read(one)).toEqual([{ productId: 'lamp', qty: 3 }]);
    expect(await read(two)).toEqual([]);
  });
});

describe('decisions, POST /cart', () => {
  test('200 with the whole cart', async () => {
    const shopper = await shop.shopper();
    await change(shopper, 'desk', 1);
    const reply = await change(shopper, 'lamp', 2);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual([
      { productId: 'desk', qty: 1 },
      { productId: 'lamp', qty: 2 },
    ]);
  });

  test('qty is absolute: the same again changes nothing', async () => {
    const shopper = await shop.shopper();
    await change(shopper, 'lamp', 2);
    expect((await change(shopper, 'lamp', 2)).json()).toEqual([{ productId: 'lamp', qty: 2 }]);
    expect((await change(shopper, 'lamp', 1)).json()).toEqual([{ productId: 'lamp', qty: 1 }]);
  });

  test.each([1, 99])('qty %d is taken', async (qty) => {
    const shopper = await shop.shopper();
    expect((await change(shopper, 'lamp', qty)).json()).toEqual([{ productId: 'lamp', qty }]);
  });

  test.each([
    ['what is there', 'lamp'],
    ["what isn't there", 'chair'],
    ['what no shop ever had', 'no-such-thing'],
  ])('qty 0 removes %s', async (_, productId) => {
    const shopper = await shop.shopper();
    await change(shopper, 'desk', 1);
    await change(shopper, 'lamp', 1);
    const reply = await change(shopper, productId, 0);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).not.toContainEqual(expect.objectContaining({ productId }));
    expect(reply.json()).toContainEqual({ productId: 'desk', qty: 1 });
  });

  test('a product that left the catalogue stays in the cart, and can be removed', async () => {
    const shopper = await shop.shopper();
    await shop.sell({ id: 'leaving' });
    await change(shopper, 'leaving', 2);
    await shop.withdraw('leaving');
    expect(await read(shopper)).toEqual([{ productId: 'leaving', qty: 2 }]);
    expect((await change(shopper, 'leaving', 3)).statusCode).toBe(404);
    expect((await change(shopper, 'leaving', 0)).json()).toEqual([]);
  });

  test("404 'Product does not exist', and nothing changed", async () => {
    const shopper = await shop.shopper();
    await change(shopper, 'lamp', 2);
    for (const id of ['no-such-thing', 'LAMP', ' lamp', "lamp'--", 'x'.repeat(500)]) {
      const reply = await change(shopper, id, 1);
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toEqual({ success: false, message: 'Product does not exist' });
    }
    expect(await read(shopper)).toEqual([{ productId: 'lamp', qty: 2 }]);
  });
});

const settled = await shop.shopper();
await change(settled, 'lamp', 2);

describe('decisions, POST /cart: 400 where qty is not a whole number from 0 to 99, and nothing changed', () => {
  test.each([
    ['-3', -3],
    ['-1', -1],
    ['100', 100],
    ['1.5', 1.5],
    ['0.1', 0.1],
    ['"3"', '3'],
    ['"abc"', 'abc'],
    ['""', ''],
    ['null', null],
    ['true', true],
    ['a list', [1]],
    ['an object', {}],
    ['missing', undefined],
    ['1e300', 1e300],
    ['2 to the 53rd', 2 ** 53],
  ])('%s', async (_, qty) => {
    const reply = await change(settled, 'lamp', qty);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ success: false, message: messages.quantityInvalid });
    expect(await read(settled)).toEqual([{ productId: 'lamp', qty: 2 }]);
  });

  test.each(['NaN', 'Infinity', '1e999', '0x10', '01'])(
    '%s, which is no JSON or no number',
    async (qty) => {
      const reply = await shop.call('POST', paths.cart, {
        as: settled,
        body: `{"productId":"lamp","qty":${qty}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect(reply.statusCode).toBe(400);
      expect(await read(settled)).toEqual([{ productId: 'lamp', qty: 2 }]);
    },
  );

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['a number', 7],
    ['null', null],
  ])('a productId that is %s is 400 as well', async (_, productId) => {
    const reply = await change(settled, productId, 1);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toBe(messages.productIdRequired);
    expect(await read(settled)).toEqual([{ productId: 'lamp', qty: 2 }]);
  });
});

describe("decisions, money: a cart's total is at most $100,000,000", () => {
  test('up to there it is taken, a cent more is 400 and nothing changed', async () => {
    const shopper = await shop.shopper();
    await change(shopper, 'palace', 99);
    expect((await change(shopper, 'palace-2', 1)).statusCode).toBe(200);

    for (const [id, qty] of [
      ['penny', 1],
      ['palace-2', 2],
    ] as const) {
      const reply = await change(shopper, id, qty);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({ success: false, message: messages.cartTotalTooHigh });
    }
    expect(await read(shopper)).toEqual([
      { productId: 'palace', qty: 99 },
      { productId: 'palace-2', qty: 1 },
    ]);
    expect((await change(shopper, 'palace-2', 0)).statusCode).toBe(200);
  });
});

describe('changes at the same time', () => {
  test('of one line: one of the quantities, and one line', async () => {
    const shopper = await shop.shopper();
    const quantities = [1, 2, 3, 4, 5];
    await Promise.all(quantities.map((qty) => change(shopper, 'lamp', qty)));
    const cart = await read(shopper);
    expect(cart).toEqual([{ productId: 'lamp', qty: expect.any(Number) }]);
    expect(quantities).toContain(cart[0].qty);
  });

  test('of several lines: all of them, each in a place of its own', async () => {
    const shopper = await shop.shopper();
    await Promise.all(['lamp', 'desk', 'chair', 'penny'].map((id) => change(shopper, id, 1)));
    const cart: { productId: string }[] = await read(shopper);
    expect(cart.map((line) => line.productId).toSorted()).toEqual([
      'chair',
      'desk',
      'lamp',
      'penny',
    ]);
    expect(await read(shopper)).toEqual(cart);
  });

  test('never take the total over its limit', async () => {
    const shopper = await shop.shopper();
    await change(shopper, 'palace', 99);
    const replies = await Promise.all(
      ['palace-2', 'penny', 'lamp'].map((id) => change(shopper, id, 1)),
    );
    const taken = replies.filter(({ statusCode }) => statusCode === 200);
    const refused = replies.filter(({ statusCode }) => statusCode === 400);
    expect(taken.length + refused.length).toBe(3);
    const cart: { productId: string }[] = await read(shopper);
    const ids = cart.map((line) => line.productId);
    expect(ids.includes('palace-2') && ids.length > 2).toBe(false);
  });
});

describe('decisions: a cart has at most 500 lines', async () => {
  const ids = Array.from({ length: CART_LINES_MAX + 1 }, (_, n) => `many-${n}`);
  const [last = ''] = ids.slice(-1);
  await fillCatalogue(shop.services, ids);

  async function shopperWith(lines: number): Promise<TestShopper> {
    const shopper = await shop.shopper();
    const rows = ids.slice(0, lines).map((product_id, place) => ({
      user_id: shopper.userId,
      product_id,
      qty: 1,
      place: place + 1,
    }));
    await shop.services.db.insertInto('cart_items').values(rows).execute();
    return shopper;
  }
  const set = (as: TestShopper, productId: string, qty: number) =>
    shop.call('POST', paths.cart, { as, body: { productId, qty } });

  test('one more is refused, and the cart stays as it is', async () => {
    const shopper = await shopperWith(CART_LINES_MAX);
    const reply = await set(shopper, last, 1);
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { success: false, message: 'A cart can hold at most 500 different products' },
    ]);
    const cart = await shop.call('GET', paths.cart, { as: shopper });
    expect(cart.json()).toHaveLength(CART_LINES_MAX);
  });

  test('its lines can be changed, and removed for others', async () => {
    const shopper = await shopperWith(CART_LINES_MAX);
    expect((await set(shopper, 'many-0', 5)).json()[0]).toEqual({ productId: 'many-0', qty: 5 });
    expect((await set(shopper, 'many-499', 5)).statusCode).toBe(200);
    expect((await set(shopper, 'many-0', 0)).json()).toHaveLength(CART_LINES_MAX - 1);
    expect((await set(shopper, last, 1)).json()).toHaveLength(CART_LINES_MAX);
  });
});
