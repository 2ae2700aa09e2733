/** Money is integer cents in the code, and dollars with at most two decimals on the wire and on screen. */

/** The code of the currency in which the shop sells. */
export const CURRENCY = 'USD';

/**
 * Converts dollars from the wire to cents.
 * @throws RangeError if the amount has more than two decimals or is not finite
 */
export function toCents(dollars: number): number {
  const cents = Math.round(dollars * 100);
  if (!Number.isSafeInteger(cents) || cents / 100 !== dollars) {
    throw new RangeError(`${dollars} is not an amount in dollars with at most two decimals`);
  }
  return cents;
}

/** Converts cents to dollars for the wire. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Formats cents with `$`, without grouping, and without decimals for whole dollars (`$5000`, `$49.99`). */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const amount = Math.abs(cents);
  const rest = amount % 100;
  const whole = (amount - rest) / 100;
  return rest === 0 ? `${sign}$${whole}` : `${sign}$${whole}.${String(rest).padStart(2, '0')}`;
}

/** The sum of cost times quantity, in cents (R5.4). */
export function sumCents(lines: Iterable<{ costCents: number; qty: number }>): number {
  let total = 0;
  for (const line of lines) total += line.costCents * line.qty;
  return total;
}
