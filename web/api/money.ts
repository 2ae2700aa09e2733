import type { Product } from '../../contract/catalogue.ts';
import { formatCents } from '../../contract/money.ts';

/** Converts dollars to cents. Rounds, because another backend may send 0.1 + 0.2 for thirty cents. */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Formats an amount like `$49.99`. */
export function formatDollars(dollars: number): string {
  return formatCents(centsOf(dollars));
}

/** What a product costs, or the variants of its group at least, like `From $40`. */
export function formatPrice({ cost, costFrom }: Pick<Product, 'cost' | 'costFrom'>): string {
  return costFrom === undefined ? formatDollars(cost) : `From ${formatDollars(costFrom)}`;
}
