import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CART_TOTAL_MAX_CENTS } from '../../../contract/limits.ts';
import { checkExpectedTotal } from './rules.ts';

test('R9.10, Expected-Total: the total as a browser writes it is never another one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: CART_TOTAL_MAX_CENTS }), (cents) => {
      const lines = [{ productId: 'any', name: 'Any', costCents: cents, qty: 1, stock: null }];
      const dollars = cents / 100;
      checkExpectedTotal(lines, String(dollars));
      checkExpectedTotal(lines, dollars.toFixed(2));
      expect(() => checkExpectedTotal(lines, ((cents + 1) / 100).toFixed(2))).toThrow('Prices');
    }),
  );
});
