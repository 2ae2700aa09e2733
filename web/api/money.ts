import { formatCents } from '../../contract/money.ts';

/** Dollars as any backend sends them, in cents: 0.1 + 0.2 is thirty cents. */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}

/** `$` and the amount, like `$49.99`. */
export function formatDollars(dollars: number): string {
  return formatCents(centsOf(dollars));
}
