import { sumCents, toCents } from '../../../contract/money.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { PricedLine } from '../cart/rules.ts';

export interface OrderedLine {
  productId: string;
  name: string;
  costCents: number;
  qty: number;
  isCounted: boolean;
  /** The rate of the tax that the price includes, in thousandths of a percent; null without tax. */
  taxRate: number | null;
}

/** @throws Refusal CART_EMPTY */
export function checkNotEmpty(lines: readonly PricedLine[]): void {
  if (lines.length === 0) throw new Refusal('CART_EMPTY');
}

/** @throws Refusal ADDRESS_NOT_SELECTED */
export function checkAddressSelected(addressId: string | undefined): string {
  if (addressId === undefined || addressId === '') throw new Refusal('ADDRESS_NOT_SELECTED');
  return addressId;
}

/** @throws Refusal PRICES_CHANGED if the total that the shopper was shown isn't today's */
export function checkExpectedTotal(
  lines: readonly PricedLine[],
  expectedTotal: string | undefined,
): void {
  if (expectedTotal === undefined) return;
  const today = sumCents(lines.map(({ costCents, qty }) => ({ costCents: costCents ?? 0, qty })));
  if (toCents(Number(expectedTotal)) !== today) throw new Refusal('PRICES_CHANGED');
}

interface SoldWith extends Pick<OrderedLine, 'taxRate'> {
  /** Null if the shop has no identity. */
  terms: number | null;
  /** The rate that the product names. */
  taxKey: string | null;
}

/**
 * No order gets a wrong tax: imports of products and of the identity refuse a key without a rate, so that here it is a
 * defect.
 * @throws Refusal CART_PRODUCT_GONE if a product is no longer on sale
 */
export function checkAllAvailable(lines: readonly (PricedLine & SoldWith)[]): OrderedLine[] {
  return lines.map(({ productId, name, costCents, qty, stock, terms, taxKey, taxRate }) => {
    if (name === null || costCents === null) throw new Refusal('CART_PRODUCT_GONE');
    if (terms !== null && taxKey !== null && taxRate === null) {
      throw new Error(`Product ${productId} has the rate ${taxKey}, which the shop lacks`);
    }
    return { productId, name, costCents, qty, isCounted: stock !== null, taxRate };
  });
}

/** Order ids are the cursors: they are ordered by time. */
const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws Refusal CURSOR_INVALID */
export function parseOrderCursor(text: string | undefined): string | undefined {
  if (text !== undefined && !ORDER_ID.test(text)) throw new Refusal('CURSOR_INVALID');
  return text;
}
