import { describe, expect, test } from 'vitest';
import type { orderStatuses } from '../../../contract/orders.ts';
import { decideChange } from './lifecycle.ts';

const order = (status: (typeof orderStatuses)[number], refunded_cents = 0) => ({
  status,
  total_cents: 10_000,
  refunded_cents,
});

describe('R10.1: orders after they are placed', () => {
  test.each([
    ['ship', 'placed', { kind: 'shipped', status: 'shipped', amountCents: 0, undoesSale: false }],
    ['ship', 'shipped', undefined],
    ['ship', 'cancelled', 'Order has been cancelled'],
    ['ship', 'refunded', undefined],
    [
      'cancel',
      'placed',
      { kind: 'cancelled', status: 'cancelled', amountCents: 10_000, undoesSale: true },
    ],
    ['cancel', 'shipped', 'Order has already been shipped'],
    ['cancel', 'cancelled', undefined],
    ['cancel', 'refunded', 'Order has already been shipped'],
    ['refund', 'placed', 'Order has not been shipped: cancel it instead'],
    [
      'refund',
      'shipped',
      { kind: 'refunded', status: 'refunded', amountCents: 10_000, undoesSale: false },
    ],
    ['refund', 'cancelled', 'Order has been cancelled'],
    ['refund', 'refunded', undefined],
  ] as const)('%s an order that is %s: %o', (action, status, outcome) => {
    const decide = () => decideChange(order(status), action);
    if (typeof outcome === 'string') expect(decide).toThrow(outcome);
    else expect(decide()).toEqual(outcome);
  });

  test.each([
    ['a part leaves it shipped', 0, 2_500, 'shipped'],
    ['the rest makes it refunded', 7_500, 2_500, 'refunded'],
    ['a cent less than the rest leaves it shipped', 7_500, 2_499, 'shipped'],
  ] as const)('of a refund, %s', (_, refunded, amountCents, status) => {
    expect(decideChange(order('shipped', refunded), 'refund', amountCents)).toEqual({
      kind: 'refunded',
      status,
      amountCents,
      undoesSale: false,
    });
  });

  test('without an amount, all that is left is refunded', () => {
    expect(decideChange(order('shipped', 7_501), 'refund')).toMatchObject({ amountCents: 2_499 });
  });

  test('more than what is left is refused, with what is left', () => {
    expect(() => decideChange(order('shipped', 7_501), 'refund', 2_500)).toThrow(
      'Only $24.99 of this order can still be refunded',
    );
  });

  test('a part of what is refunded wholly is refused', () => {
    expect(() => decideChange(order('refunded', 10_000), 'refund', 500)).toThrow(
      'Only $0 of this order can still be refunded',
    );
  });
});
