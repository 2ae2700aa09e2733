import { afterEach, describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { type CheckoutAttempt, type ReadyShopper, shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { addAddress, balance, cart, checkout, countOrders, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });

afterEach(() => expectLedgerBalanced(db));

/** Refuses, and nothing of it happened. */
async function expectRefusal(
  shopper: ReadyShopper,
  attempt: CheckoutAttempt,
  [status, message]: readonly [number, string],
): Promise<void> {
  const [before, held] = [await cart(shopper), await balance(shopper)];
  const reply = await checkout(shopper, attempt);
  expect([reply.statusCode, reply.json()]).toEqual([status, { success: false, message }]);
  expect(await cart(shopper)).toEqual(before);
  expect(await balance(shopper)).toBe(held);
  expect(await countOrders(shopper)).toBe(0);
}

test('decisions, POST /cart/checkout: of several refusals that apply the first in order is the answer', async () => {
  const shopper = await readyShopper({});
  const wrongTotal = { expectedTotal: '1.00' };

  const visitor = await shop.call('POST', paths.checkout, { body: {} });
  expect(visitor.statusCode).toBe(401);

  await expectRefusal(shopper, wrongTotal, [400, 'Cart is empty']);

  await shop.sell({ id: 'yacht', name: 'Yacht', costCents: 250_001, stock: 2 });
  await put(shopper, 'yacht', 2);
  await shop.sell({ id: 'yacht', name: 'Yacht', costCents: 250_001, stock: 0 });
  await expectRefusal(shopper, wrongTotal, [400, 'select one shipping address']);

  await expectRefusal(shopper, { ...wrongTotal, addressId: 'none-such' }, [
    404,
    'Address does not exist',
  ]);

  const { addressId } = shopper;
  await expectRefusal(shopper, { ...wrongTotal, addressId }, [
    409,
    'Prices have changed. Check your cart and try again.',
  ]);

  const rightTotal = { addressId, expectedTotal: '5000.02' };
  await expectRefusal(shopper, rightTotal, [409, 'Yacht is out of stock']);

  await shop.sell({ id: 'yacht', name: 'Yacht', costCents: 250_001, stock: 1 });
  await expectRefusal(shopper, rightTotal, [409, 'Only 1 of Yacht left']);

  await shop.sell({ id: 'yacht', name: 'Yacht', costCents: 250_001, stock: 2 });
  await expectRefusal(shopper, rightTotal, [400, 'Not have enough balance']);

  await shop.sell({ id: 'yacht', name: 'Yacht', costCents: 250_000, stock: 2 });
  expect((await checkout(shopper, { addressId, expectedTotal: '5000' })).statusCode).toBe(200);
});

describe('decisions, POST /cart/checkout: the address', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['null', null],
    ['a number', 7],
  ])("%s is 400 'select one shipping address'", async (_, addressId) => {
    const shopper = await readyShopper({ pen: 1 });
    await expectRefusal(shopper, { addressId }, [400, 'select one shipping address']);
  });

  test("somebody else's is 404 'Address does not exist'", async () => {
    const [one, two] = [await readyShopper({ pen: 1 }), await readyShopper({})];
    await expectRefusal(one, { addressId: two.addressId }, [404, 'Address does not exist']);
  });

  test('a deleted one is 404 as well', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const addressId = await addAddress(shopper, '2 New Road');
    await shop.call('DELETE', `${paths.addresses}/${addressId}`, { as: shopper });
    await expectRefusal(shopper, { addressId }, [404, 'Address does not exist']);
  });
});

describe('decisions, POST /cart/checkout: prices', () => {
  test('a price that rose or fell since is 409 for who sent the total they were shown', async () => {
    await shop.sell({ id: 'tea', costCents: 500 });
    const shopper = await readyShopper({ tea: 2 });
    const shown = { addressId: shopper.addressId, expectedTotal: '10' };
    for (const costCents of [501, 499]) {
      await shop.sell({ id: 'tea', costCents });
      await expectRefusal(shopper, shown, [409, messages.pricesChanged]);
    }
    await shop.sell({ id: 'tea', costCents: 500 });
    expect((await checkout(shopper, shown)).statusCode).toBe(200);
  });

  test("without Expected-Total today's prices are paid", async () => {
    await shop.sell({ id: 'coffee', costCents: 500 });
    const shopper = await readyShopper({ coffee: 2 });
    await shop.sell({ id: 'coffee', costCents: 650 });
    const reply = await checkout(shopper, { addressId: shopper.addressId });
    expect(reply.json()).toMatchObject({ total: 13, balance: 4987 });
  });

  test.each([
    '1.055',
    'abc',
    '-1.05',
    '1,05',
    '$1.05',
    '1.',
    '.5',
    '1e3',
    '0x1',
    'NaN',
    '10000000000000',
  ])('an Expected-Total that is no amount (%s) is 400', async (expectedTotal) => {
    const shopper = await readyShopper({ pen: 1 });
    const attempt = { addressId: shopper.addressId, expectedTotal };
    await expectRefusal(shopper, attempt, [400, messages.expectedTotalInvalid]);
  });

  test('an empty Expected-Total is no amount either', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const attempt = { addressId: shopper.addressId, expectedTotal: '' };
    await expectRefusal(shopper, attempt, [400, messages.expectedTotalInvalid]);
  });
});

describe('decisions, POST /cart/checkout: what can be had', () => {
  test('of a cart with one line too many nothing is taken from the shelf', async () => {
    await shop.sell({ id: 'apple', name: 'Apple', stock: 10 });
    await shop.sell({ id: 'banana', name: 'Banana', stock: 2 });
    const shopper = await readyShopper({ apple: 1, banana: 3 });
    const { addressId } = shopper;
    await expectRefusal(shopper, { addressId }, [409, 'Only 2 of Banana left']);
    const stock = db.selectFrom('products').select('stock').where('id', '=', 'apple');
    expect(await stock.executeTakeFirst()).toEqual({ stock: 10 });
  });

  test('a product that left the catalogue keeps the order from being placed', async () => {
    await shop.sell({ id: 'ghost' });
    const shopper = await readyShopper({ pen: 1, ghost: 1 });
    await shop.withdraw('ghost');
    const { addressId } = shopper;
    await expectRefusal(shopper, { addressId }, [409, messages.cartProductGone]);
    // What the browser shows: a line whose product is gone counts nothing.
    const shown = { addressId, expectedTotal: '1.05' };
    await expectRefusal(shopper, shown, [409, messages.cartProductGone]);

    await put(shopper, 'ghost', 0);
    expect((await checkout(shopper, shown)).statusCode).toBe(200);
  });
});

describe('spec 5, checkout 3: the balance', () => {
  test("one cent short is 400 'Not have enough balance'", async () => {
    await shop.sell({ id: 'boat', costCents: 500_001 });
    const shopper = await readyShopper({ boat: 1 });
    const { addressId } = shopper;
    await expectRefusal(shopper, { addressId }, [400, 'Not have enough balance']);
  });

  test('what was spent before counts', async () => {
    await shop.sell({ id: 'horse', costCents: 300_000 });
    const shopper = await readyShopper({ horse: 1 });
    const attempt = { addressId: shopper.addressId };
    expect((await checkout(shopper, attempt)).statusCode).toBe(200);
    await put(shopper, 'horse', 1);
    const reply = await checkout(shopper, attempt);
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'Not have enough balance']);
    expect(await balance(shopper)).toBe(2000);
  });
});
