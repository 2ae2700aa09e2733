import { afterEach, describe, expect, test } from 'vitest';
import { orderPath } from '../../../contract/paths.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { operatorOf } from './operator.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { balance, checkout, readyShopper } = shoppingIn(shop);
const operator = operatorOf(shop);
await shop.sell({ id: 'lamp', name: 'Desk Lamp', costCents: 4_999, stock: 100 });
afterEach(() => expectLedgerBalanced(db));

async function shippedOrder() {
  const shopper = await readyShopper({ lamp: 2 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  await operator.change(orderId, 'ship', { note: 'Parcel 17' });
  const read = async () => (await shop.call('GET', orderPath(orderId), { as: shopper })).json();
  return { shopper, orderId, read };
}

test('shipping changes only the status, and shipping again changes nothing', async () => {
  const { shopper, orderId, read } = await shippedOrder();
  expect(await read()).toMatchObject({ status: 'shipped', refunded: 0 });
  expect((await operator.change(orderId, 'ship')).isChanged).toBe(false);
  expect(await operator.history(orderId)).toMatchObject([
    { kind: 'shipped', amount_cents: 0, made_by: 'operator', note: 'Parcel 17' },
  ]);
  expect(await balance(shopper)).toBe(4_900.02);
});

test('parts are refunded until nothing is left; the stock stays, because the goods are not returned yet', async () => {
  const { shopper, orderId, read } = await shippedOrder();
  const stock = () => db.selectFrom('products').select('stock').where('id', '=', 'lamp').execute();
  const before = await stock();
  await operator.change(orderId, 'refund', { amountCents: 1_001, note: 'A scratch' });
  expect(await read()).toMatchObject({ status: 'shipped', refunded: 10.01 });
  expect(await balance(shopper)).toBe(4_910.03);
  await operator.change(orderId, 'refund');
  expect(await read()).toMatchObject({ status: 'refunded', refunded: 99.98 });
  expect(await balance(shopper)).toBe(5_000);
  expect((await operator.change(orderId, 'refund')).isChanged).toBe(false);
  expect(await stock()).toEqual(before);
  expect(await operator.history(orderId)).toMatchObject([
    { number: 1, kind: 'shipped' },
    { number: 2, kind: 'refunded', amount_cents: 1_001, note: 'A scratch' },
    { number: 3, kind: 'refunded', amount_cents: 8_997, note: null },
  ]);
});

test('a refund of more than what is left is refused and changes nothing', async () => {
  const { shopper, orderId, read } = await shippedOrder();
  await operator.change(orderId, 'refund', { amountCents: 9_000 });
  await expect(operator.change(orderId, 'refund', { amountCents: 999 })).rejects.toThrow(
    'Only $9.98 of this order can still be refunded',
  );
  expect(await read()).toMatchObject({ status: 'shipped', refunded: 90 });
  expect(await balance(shopper)).toBe(4_990.02);
});

test('a repeated refund with the same key changes nothing', async () => {
  const { shopper, orderId } = await shippedOrder();
  const details = { amountCents: 500, key: 'ticket-1' };
  expect((await operator.change(orderId, 'refund', details)).isChanged).toBe(true);
  const again = await operator.change(orderId, 'refund', details);
  expect([again.isChanged, again.order.refunded_cents]).toEqual([false, 500]);
  expect(await balance(shopper)).toBe(4_905.02);
  await expect(
    operator.change(orderId, 'refund', { amountCents: 501, key: 'ticket-1' }),
  ).rejects.toThrow('This key belongs to another refund or return of this order');
});

describe('a repeated request is refused, and changes nothing,', () => {
  test('if the key of a part comes with the rest, or with another note', async () => {
    const { orderId, read } = await shippedOrder();
    const part = { amountCents: 500, key: 'ticket-1', note: 'A scratch' };
    await operator.change(orderId, 'refund', part);
    const repeat = (details: object) => operator.change(orderId, 'refund', details);
    const other = 'This key belongs to another refund or return of this order';
    await expect(repeat({ key: 'ticket-1' })).rejects.toThrow(other);
    await expect(repeat({ ...part, note: 'A dent' })).rejects.toThrow('the note "A scratch"');
    expect((await read()).refunded).toBe(5);
    expect((await repeat({ key: 'rest' })).isChanged).toBe(true);
    expect((await repeat({ key: 'rest' })).isChanged).toBe(false);
    expect((await repeat({ key: 'rest', amountCents: 9_498 })).isChanged).toBe(false);
    expect((await repeat(part)).isChanged).toBe(false);
  });

  test('if it is a part of what is refunded wholly', async () => {
    const { orderId } = await shippedOrder();
    await operator.change(orderId, 'refund');
    const again = operator.change(orderId, 'refund', { amountCents: 500 });
    await expect(again).rejects.toThrow('Only $0 of this order can still be refunded');
  });

  test('if a second shipping, cancellation or refund has another note', async () => {
    const { orderId } = await shippedOrder();
    await operator.change(orderId, 'refund');
    for (const [action, kept] of [
      ['ship', 'with the note "Parcel 17"'],
      ['refund', 'without a note'],
    ] as const) {
      await expect(operator.change(orderId, action, { note: 'Parcel 18' })).rejects.toThrow(
        `This was done before, ${kept}; the new note was not kept`,
      );
    }
    expect((await operator.change(orderId, 'ship', { note: 'Parcel 17' })).isChanged).toBe(false);
  });
});

test('simultaneous refunds never exceed what was paid', async () => {
  const { shopper, orderId, read } = await shippedOrder();
  const attempts = Array.from({ length: 8 }, () =>
    operator.change(orderId, 'refund', { amountCents: 3_000 }),
  );
  const done = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(3);
  expect((await read()).refunded).toBe(90);
  expect(await balance(shopper)).toBe(4_990.02);
});
