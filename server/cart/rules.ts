import { CART_TOTAL_MAX_CENTS } from '../../contract/limits.ts';
import { sumCents } from '../../contract/money.ts';
import { Refusal } from '../../contract/refusals.ts';

/** A line with its product as it is now; nulls where the product is gone, or not on sale. */
export interface PricedLine {
  productId: string;
  qty: number;
  name: string | null;
  costCents: number | null;
  /** Units on the shelf; null also where they aren't counted. */
  stock: number | null;
}

/** @throws Refusal CART_TOTAL_TOO_HIGH */
export function checkCartTotal(lines: readonly { costCents: number; qty: number }[]): void {
  if (sumCents(lines) > CART_TOTAL_MAX_CENTS) throw new Refusal('CART_TOTAL_TOO_HIGH');
}
