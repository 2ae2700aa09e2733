import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CART_TOTAL_MAX_CENTS } from './limits.ts';
import { includedTax, RATE_MAX, taxRatesOf } from './tax.ts';

test('the included tax is exact and rounded half up', () => {
  expect(includedTax(1_595, 19_000)).toBe(255);
  expect(includedTax(3, 100_000)).toBe(2);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: CART_TOTAL_MAX_CENTS }),
      fc.integer({ min: 0, max: RATE_MAX }),
      (gross, rate) => {
        const [dividend, divisor] = [BigInt(gross) * BigInt(rate), BigInt(RATE_MAX + rate)];
        const rounded = (2n * dividend + divisor) / (2n * divisor);
        expect(BigInt(includedTax(gross, rate))).toBe(rounded);
      },
    ),
  );
});

test('one rate alone and a list of rates are the same', () => {
  const name = 'VAT';
  expect(taxRatesOf({})).toEqual([]);
  const one = [{ key: 'standard', rate: 8_875, isUsual: true }];
  expect(taxRatesOf({ tax: { name, percent: 8.875 } })).toEqual(one);
  const rates = [{ key: 'standard', percent: 8.875, usual: true }];
  expect(taxRatesOf({ tax: { name, rates } })).toEqual(one);
});
