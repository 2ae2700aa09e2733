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

/** @param length of the cart with a new line @throws Refusal CART_TOO_LONG */
export function checkCartLength(length: number): void {
  if (length > CART_LINES_MAX) throw new Refusal('CART_TOO_LONG');
}

/** @throws Refusal CART_TOTAL_TOO_HIGH */
export function checkCartTotal(lines: readonly { costCents: number; qty: number }[]): void {
  if (sumCents(lines) > CART_TOTAL_MAX_CENTS) throw new Refusal('CART_TOTAL_TOO_HIGH');
}
