import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CART_TOTAL_MAX_CENTS, COST_MAX_CENTS, QUANTITY_MAX } from './limits.ts';
import { formatCents, sumCents, toCents, toDollars } from './money.ts';

const cents = fc.integer({ min: -CART_TOTAL_MAX_CENTS, max: CART_TOTAL_MAX_CENTS });

describe('money is dollars with at most two decimals on the wire, and cents in the code', () => {
  test('cents become dollars with at most two decimals in JSON, and the same cents again', () => {
    fc.assert(
      fc.property(cents, (c) => {
        const json = JSON.stringify(toDollars(c));
        expect(json).toMatch(/^-?\d+(\.\d{1,2})?$/);
        expect(toCents(JSON.parse(json))).toBe(c);
      }),
    );
  });

  test('dollars in decimal notation become exactly their cents', () => {
    const amounts = fc.tuple(fc.nat(CART_TOTAL_MAX_CENTS / 100), fc.nat(99));
    fc.assert(
      fc.property(amounts, ([whole, rest]) => {
        const text = `${whole}.${String(rest).padStart(2, '0')}`;
        expect(toCents(Number(text))).toBe(whole * 100 + rest);
      }),
    );
  });

  const tooLarge = [Number.POSITIVE_INFINITY, 1e300, 2 ** 53];
  test.each([0.005, 1.999, 0.1 + 0.2, 49.990000001, Number.NaN, ...tooLarge])(
    '%d dollars is not an amount',
    (dollars) => {
      expect(() => toCents(dollars)).toThrow(RangeError);
    },
  );
});

describe('an amount is shown as $ and the number: no grouping, no decimals for whole dollars, else two', () => {
  test.each([
    [0, '$0'],
    [1, '$0.01'],
    [5, '$0.05'],
    [50, '$0.50'],
    [4999, '$49.99'],
    [5000, '$50'],
    [500_000, '$5000'],
    [123_456_789, '$1234567.89'],
    [CART_TOTAL_MAX_CENTS, '$100000000'],
    [-250, '-$2.50'],
  ])('%d cents is %s', (amount, text) => {
    expect(formatCents(amount)).toBe(text);
  });

  test('the text contains every cent', () => {
    fc.assert(
      fc.property(cents, (c) => {
        expect(toCents(Number(formatCents(c).replace('$', '')))).toBe(c);
      }),
    );
  });
});

test("R5.4: 'Order total' is the sum of cost times qty, exact to the cent for any cart", () => {
  const line = fc.record({
    costCents: fc.integer({ min: 1, max: COST_MAX_CENTS }),
    qty: fc.integer({ min: 0, max: QUANTITY_MAX }),
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const exact = lines.reduce((sum, l) => sum + BigInt(l.costCents) * BigInt(l.qty), 0n);
      expect(BigInt(sumCents(lines))).toBe(exact);
    }),
  );
  expect(sumCents([])).toBe(0);
});
