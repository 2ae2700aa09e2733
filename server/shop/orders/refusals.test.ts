import type { LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { addressPath, paths } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { type CheckoutAttempt, type ReadyShopper, shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { addAddress, balance, cart, checkout, countOrders, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
const buyer = await readyShopper({ pen: 1 });

afterEach(() => expectLedgerBalanced(db));

/** Expects a refusal that changes nothing. */
async function expectRefusal(
  shopper: ReadyShopper,
  attempt: CheckoutAttempt,
  status: number,
  message: string,
): Promise<LightMyRequestResponse['headers']> {
  const state = async () => [
    await cart(shopper),
    await balance(shopper),
    await countOrders(shopper),
  ];
  const before = await state();
  const reply = await checkout(shopper, attempt);
  expectRefused(reply, status, message);
  expect(await state()).toEqual(before);
  return reply.headers;
}

test('R9.8: of several refusals that apply the first in order is the answer', async () => {
  const shopper = await readyShopper({});
  const { addressId } = shopper;
  const wrong = { expectedTotal: '1.00' };
  const right = { addressId, expectedTotal: '5000.02' };
  const yacht = { id: 'yacht', name: 'Yacht', costCents: 250_001 };

  expect((await shop.call('POST', paths.checkout, { body: {} })).statusCode).toBe(401);
  await expectRefusal(shopper, wrong, 400, 'Cart is empty');

  await shop.sell({ ...yacht, stock: 2 });
  await put(shopper, 'yacht', 2);
  await shop.sell({ ...yacht, stock: 0 });
  await expectRefusal(shopper, wrong, 400, 'select one shipping address');
  const elsewhere = { ...wrong, addressId: 'none-such' };
  await expectRefusal(shopper, elsewhere, 404, 'Address does not exist');
  const changed = 'Prices have changed. Check your cart and try again.';
  await expectRefusal(shopper, { ...wrong, addressId }, 409, changed);
  await expectRefusal(shopper, right, 409, 'Yacht is out of stock');

  await shop.sell({ ...yacht, stock: 1 });
  expect(await expectRefusal(shopper, right, 409, 'Only 1 of Yacht left')).toMatchObject({
    'refusal-code': 'STOCK_TOO_LOW',
    'refusal-details': 'product=yacht&left=1',
  });
  await shop.sell({ ...yacht, stock: 2 });
  await expectRefusal(shopper, right, 400, 'Not have enough balance');

  // R6.6: the whole wallet, but not a cent more.
  await shop.sell({ ...yacht, costCents: 250_000, stock: 2 });
  expect((await checkout(shopper, { addressId, expectedTotal: '5000' })).statusCode).toBe(200);
  expect(await balance(shopper)).toBe(0);
  await put(shopper, 'pen', 1);
  await expectRefusal(shopper, { addressId }, 400, 'Not have enough balance');
});

describe('R9.8, POST /cart/checkout: the address', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['null', null],
    ['a number', 7],
  ])("%s is 400 'select one shipping address'", async (_, addressId) => {
    await expectRefusal(buyer, { addressId }, 400, 'select one shipping address');
  });

  test("a deleted one is 404 'Address does not exist'", async () => {
    const addressId = await addAddress(buyer, '2 New Road');
    await shop.call('DELETE', addressPath(addressId), { as: buyer });
    await expectRefusal(buyer, { addressId }, 404, 'Address does not exist');
  });
});

describe('R9.8, POST /cart/checkout: prices', () => {
  test('a price that rose or fell since is 409 for who sent the total they were shown', async () => {
    await shop.sell({ id: 'tea', costCents: 500 });
    const shopper = await readyShopper({ tea: 2 });
    const shown = { ...shopper, expectedTotal: '10' };
    for (const costCents of [501, 499]) {
      await shop.sell({ id: 'tea', costCents });
      await expectRefusal(shopper, shown, 409, messages.pricesChanged);
    }
    await shop.sell({ id: 'tea', costCents: 500 });
    expect((await checkout(shopper, shown)).statusCode).toBe(200);
  });

  test("without Expected-Total today's prices are paid", async () => {
    await shop.sell({ id: 'coffee', costCents: 500 });
    const shopper = await readyShopper({ coffee: 2 });
    await shop.sell({ id: 'coffee', costCents: 650 });
    const reply = await checkout(shopper, shopper);
    expect(reply.json()).toMatchObject({ total: 13, balance: 4987 });
  });

  test.each(['1.05', '001.05'])('%s is the total', async (expectedTotal) => {
    const shopper = await readyShopper({ pen: 1 });
    expect((await checkout(shopper, { ...shopper, expectedTotal })).statusCode).toBe(200);
  });

  test.each([
    '',
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
    const attempt = { ...buyer, expectedTotal };
    await expectRefusal(buyer, attempt, 400, messages.expectedTotalInvalid);
  });
});

describe('Only-If-Placed', () => {
  test.each([
    { what: 'a key that no order has', attempt: { key: 'unheard-of' } },
    { what: 'no key', attempt: {} },
    { what: 'another total', attempt: { expectedTotal: '7' } },
    { what: 'no address', attempt: { addressId: undefined } },
  ])('with $what nothing is ordered', async ({ attempt }) => {
    const wanted = { ...buyer, ...attempt, onlyIfPlaced: 'true' };
    await expectRefusal(buyer, wanted, 409, messages.nothingOrdered);
  });

  test('the same key places the order afterwards', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const attempt = { ...shopper, key: 'asked-first' };
    await checkout(shopper, { ...attempt, onlyIfPlaced: 'true' });
    expect((await checkout(shopper, attempt)).statusCode).toBe(200);
    expect(await countOrders(shopper)).toBe(1);
  });

  test.each(['', 'false', '1'])('with the value %j is 400', async (onlyIfPlaced) => {
    await expectRefusal(buyer, { ...buyer, onlyIfPlaced }, 400, messages.onlyIfPlacedInvalid);
  });
});

describe('R9.8, POST /cart/checkout: availability', () => {
  test('of a cart with one line too many nothing is taken from the shelf', async () => {
    await shop.sell({ id: 'apple', name: 'Apple', stock: 10 });
    await shop.sell({ id: 'banana', name: 'Banana', stock: 2 });
    const shopper = await readyShopper({ apple: 1, banana: 3 });
    await expectRefusal(shopper, shopper, 409, 'Only 2 of Banana left');
    const stock = db.selectFrom('products').select('stock').where('id', '=', 'apple');
    expect(await stock.executeTakeFirst()).toEqual({ stock: 10 });
  });

  test('a product that left the catalogue keeps the order from being placed', async () => {
    await shop.sell({ id: 'ghost' });
    const shopper = await readyShopper({ pen: 1, ghost: 1 });
    await shop.withdraw('ghost');
    await expectRefusal(shopper, shopper, 409, messages.cartProductGone);
    // What the browser shows: a line whose product is gone counts nothing.
    const shown = { ...shopper, expectedTotal: '1.05' };
    await expectRefusal(shopper, shown, 409, messages.cartProductGone);

    await put(shopper, 'ghost', 0);
    expect((await checkout(shopper, shown)).statusCode).toBe(200);
  });
});
