/** Rates of tax, and the tax that an amount includes. */
import type { ShopIdentity } from './shop-identity.ts';

/** Units of a rate per percent, so that a rate is a whole number: 8.875 % is 8875. */
export const RATE_UNITS = 1_000;
export const RATE_MAX = 100 * RATE_UNITS;

/** The key of the rate of a shop with one alone. */
const ONLY_KEY = 'standard';

export interface TaxRate {
  key: string;
  /** Thousandths of a percent. */
  rate: number;
  /** Whether products without a rate have this one. Exactly one rate of a shop is usual. */
  isUsual: boolean;
}

/** The rates of `shop.json`, in either form; none if the shop has no tax. */
export function taxRatesOf({ tax }: Pick<ShopIdentity, 'tax'>): TaxRate[] {
  const { rates, percent } = tax ?? {};
  if (rates === undefined) {
    return percent === undefined ? [] : [{ key: ONLY_KEY, rate: toRate(percent), isUsual: true }];
  }
  return rates.map(({ key, percent, usual = false }) => ({
    key,
    rate: toRate(percent),
    isUsual: usual,
  }));
}

/** @param percent with at most three decimals */
export function toRate(percent: number): number {
  return Math.round(percent * RATE_UNITS);
}

export function toPercent(rate: number): number {
  return rate / RATE_UNITS;
}

/**
 * The tax that an amount includes, rounded half up. All steps are exact: with the largest total and rate, the dividend
 * has 51 bits.
 * @param grossCents not negative @param rate thousandths of a percent
 */
export function includedTax(grossCents: number, rate: number): number {
  const divisor = 2 * (RATE_MAX + rate);
  const dividend = 2 * grossCents * rate + divisor / 2;
  return (dividend - (dividend % divisor)) / divisor;
}
