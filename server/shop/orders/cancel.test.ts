import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelOrderPath, orderPath } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { operatorOf } from '../../operations/orders/operator.testing.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { stopPoolClock } from '../../testing/pool-clock.ts';
import { openTestShop, type TestShopper } from '../../testing/test-shop.ts';
import { readStockChanges } from '../catalogue/stock-history.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { balance, checkout, put, readyShopper } = shoppingIn(shop);
const operator = operatorOf(shop);
await shop.sell({ id: 'lamp', name: 'Desk Lamp', costCents: 4_999 });
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105, stock: 50 });
await shop.sell({ id: 'car', name: 'Car', costCents: 500_000, stock: 1 });
beforeEach(stopPoolClock);
afterEach(() => expectLedgerBalanced(db));

const cancel = (as: TestShopper, orderId: string) =>
  shop.call('POST', cancelOrderPath(orderId), { as });

const read = async (as: TestShopper, orderId: string) =>
  (await shop.call('GET', orderPath(orderId), { as })).json();

const stockOf = async (id: string) =>
  (await db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
    .stock;

async function order(cart: Record<string, number>) {
  const shopper = await readyShopper(cart);
  const { orderId } = (await checkout(shopper, shopper)).json();
  return { shopper, orderId };
}

describe('R9.14: POST /orders/{id}/cancel', () => {
  test('200 with the order, now cancelled; the wallet is full again and counted stock is back', async () => {
    const before = await stockOf('pen');
    const { shopper, orderId } = await order({ pen: 3, lamp: 2 });
    expect(await stockOf('pen')).toBe(Number(before) - 3);
    const placed = await read(shopper, orderId);

    const reply = await cancel(shopper, orderId);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      ...placed,
      status: 'cancelled',
      refunded: placed.total,
      history: [
        ...placed.history,
        { status: 'cancelled', at: expect.any(String), amount: placed.total },
      ],
    });
    expect(await balance(shopper)).toBe(5_000);
    expect(await stockOf('pen')).toBe(before);
    expect(await stockOf('lamp')).toBe(null);
    expect(await read(shopper, orderId)).toEqual(reply.json());
  });

  test('cancelling a cancelled order answers the same and changes nothing', async () => {
    const { shopper, orderId } = await order({ pen: 1 });
    const first = await cancel(shopper, orderId);
    const stock = await stockOf('pen');
    const again = await cancel(shopper, orderId);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await balance(shopper)).toBe(5_000);
    expect(await stockOf('pen')).toBe(stock);
    expect(await operator.history(orderId)).toHaveLength(1);
  });

  test('the history says when and by whom, and the ledger reverses the sale', async () => {
    const { shopper, orderId } = await order({ pen: 2 });
    await cancel(shopper, orderId);
    expect(await operator.history(orderId)).toEqual([
      expect.objectContaining({
        number: 1,
        kind: 'cancelled',
        amount_cents: 210,
        made_by: 'shopper',
        note: null,
      }),
    ]);
    const sums = await db
      .selectFrom('ledger_entries')
      .select(({ fn }) => ['account', fn.sum('amount_cents').as('cents')])
      .where('order_id', '=', orderId)
      .groupBy('account')
      .execute();
    expect(sums.map(({ account, cents }) => [account, Number(cents)]).toSorted()).toEqual([
      ['sales', 0],
      ['wallet', 0],
    ]);
  });

  test('409 once it is shipped', async () => {
    const { shopper, orderId } = await order({ pen: 1 });
    await operator.change(orderId, 'ship');
    const before = await balance(shopper);
    expectRefused(await cancel(shopper, orderId), 409, 'Order has already been shipped');
    expect(await balance(shopper)).toBe(before);
  });

  test('what was bought may be gone from the catalogue by then', async () => {
    await shop.sell({ id: 'mug', costCents: 799, stock: 2 });
    const { shopper, orderId } = await order({ mug: 2 });
    await shop.withdraw('mug');
    expect((await cancel(shopper, orderId)).statusCode).toBe(200);
    expect(await balance(shopper)).toBe(5_000);
  });

  test('its money and stock pay for the next order', async () => {
    const { shopper, orderId } = await order({ car: 1 });
    await put(shopper, 'lamp', 1);
    expectRefused(await checkout(shopper, shopper), 400, 'Not have enough balance');
    await put(shopper, 'lamp', 0);
    await put(shopper, 'car', 1);
    expectRefused(await checkout(shopper, shopper), 409, 'Car is out of stock');
    await cancel(shopper, orderId);
    expect((await checkout(shopper, shopper)).json().balance).toBe(0);
  });
});

describe('R10.2: a cancelled order returns what it took, no more', () => {
  test('nothing of a product whose stock is counted only since then', async () => {
    await shop.sell({ id: 'pin', name: 'Pin', costCents: 1 });
    const { shopper, orderId } = await order({ pin: 99 });
    await shop.sell({ id: 'pin', name: 'Pin', costCents: 1, stock: 3 });
    await cancel(shopper, orderId);
    expect(await stockOf('pin')).toBe(3);
    await put(shopper, 'pin', 50);
    expectRefused(await checkout(shopper, shopper), 409, 'Only 3 of Pin left');
  });

  test('nothing of a product that is no longer counted', async () => {
    await shop.sell({ id: 'nut', costCents: 1, stock: 5 });
    const { shopper, orderId } = await order({ nut: 2 });
    await shop.sell({ id: 'nut', costCents: 1 });
    await cancel(shopper, orderId);
    expect(await stockOf('nut')).toBe(null);
  });

  test('the history of stock has the order and its cancellation', async () => {
    await shop.sell({ id: 'bolt', costCents: 1, stock: 5 });
    const { shopper, orderId } = await order({ bolt: 2, lamp: 1 });
    await cancel(shopper, orderId);
    expect(await readStockChanges(db, 'lamp')).toEqual([]);
    expect(await readStockChanges(db, 'bolt')).toMatchObject([
      { number: 1, units: 5, reason: 'correction', order_id: null },
      { number: 2, units: -2, reason: 'order', order_id: orderId },
      { number: 3, units: 2, reason: 'cancellation', order_id: orderId },
    ]);
  });
});

test('of many requests at the same time, one cancels; money and stock come back once', async () => {
  const stock = await stockOf('pen');
  const { shopper, orderId } = await order({ pen: 5 });
  const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(shopper, orderId)));
  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(await balance(shopper)).toBe(5_000);
  expect(await stockOf('pen')).toBe(stock);
});

test('a shopper who cancels and an operator who ships at the same time: one of them wins', async () => {
  for (let round = 0; round < 6; round++) {
    const { shopper, orderId } = await order({ pen: 1 });
    const [reply, shipping] = await Promise.all([
      cancel(shopper, orderId),
      operator.change(orderId, 'ship').then(
        () => 'shipped',
        (error: Error) => error.message,
      ),
    ]);
    const outcome = [reply.statusCode, shipping];
    expect([
      [200, 'Order has been cancelled'],
      [409, 'shipped'],
    ]).toContainEqual(outcome);
    const { status } = await read(shopper, orderId);
    expect(status).toBe(reply.statusCode === 200 ? 'cancelled' : 'shipped');
  }
});

test('a change whose last step fails changes nothing', async () => {
  const { shopper, orderId } = await order({ pen: 1 });
  const stock = await stockOf('pen');
  await expect(
    // The transaction id of the payment: its ledger entries exist already.
    operator.change(orderId, 'cancel', { transactionId: await operator.paymentOf(orderId) }),
  ).rejects.toThrow(/UNIQUE|unique/);
  expect(await stockOf('pen')).toBe(stock);
  expect(await balance(shopper)).toBe(5_000 - 1.05);
  expect((await read(shopper, orderId)).status).toBe('placed');
});
