import { CART_LINES_MAX, CART_TOTAL_MAX_CENTS } from '../../../contract/limits.ts';
import { sumCents } from '../../../contract/money.ts';
import { Refusal } from '../../../contract/refusals.ts';

/** A cart line with its product's current data; nulls if the product isn't on sale. */
export interface PricedLine {
  productId: string;
  qty: number;
  name: string | null;
  costCents: number | null;
  /** Units in stock; null if stock isn't counted. */
  stock: number | null;
}

/**
 * @param lines the cart after a change, in the order of adding
 * @param changedId the product whose line was added or changed. A cart from before the limit may be longer: its lines
 *   can be changed, but for the last one, which can't be told from a new one
 * @throws Refusal CART_TOO_LONG
 */
export function checkCartLength(lines: readonly { productId: string }[], changedId: string): void {
  const isLast = lines.at(-1)?.productId === changedId;
  if (isLast && lines.length > CART_LINES_MAX) throw new Refusal('CART_TOO_LONG');
}

/** @throws Refusal CART_TOTAL_TOO_HIGH */
export function checkCartTotal(lines: readonly { costCents: number; qty: number }[]): void {
  if (sumCents(lines) > CART_TOTAL_MAX_CENTS) throw new Refusal('CART_TOTAL_TOO_HIGH');
}
