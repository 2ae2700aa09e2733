/** Decides the stock that a record gives a product (R11.5). */
import { STOCK_MAX } from '../../../contract/limits.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import type { ProductFields } from '../../shop/catalogue/fields/product-fields.ts';

/** What a record says about stock beside the stock itself. */
export interface StockDetails {
  /** The stock of which the file's stock is a change; null if it wasn't counted, undefined if the file doesn't say. */
  stockSeen?: number | null | undefined;
  /** Units that came (positive) or went (negative). */
  stockChange?: number | undefined;
}

/** What a file says about a product. */
export interface ProductRecord extends StockDetails {
  /** Undefined if the record has no valid id, and none can be made. */
  id: string | undefined;
  /** Only the fields that the record has. The other fields of a known product keep their values. */
  fields: Partial<ProductFields>;
}

type StockRecord = StockDetails & { fields: Pick<ProductRecord['fields'], 'stock'> };

/**
 * Beside `stock_seen` the file's stock is a difference, which keeps what was sold meanwhile; alone it sets the stock.
 * `stock_change` is added.
 * @param known the product, if the catalogue has it
 * @returns null for a stock that isn't counted, undefined if the record says nothing about stock. It may be below zero
 */
export function wantedStock(
  { fields: { stock }, stockSeen, stockChange }: StockRecord,
  known: Pick<ProductRow, 'stock'> | undefined,
): number | null | undefined {
  let after = stock;
  if (known !== undefined && stock !== undefined && stockSeen !== undefined) {
    if (stock === stockSeen) after = known.stock;
    else if (stock !== null && stockSeen !== null && known.stock !== null) {
      after = known.stock + stock - stockSeen;
    }
  }
  if (stockChange !== undefined) after = (after ?? known?.stock ?? 0) + stockChange;
  return after;
}

/** What the product gets of the wanted stock: no stock falls below zero. */
export function decideStock(
  record: StockRecord,
  known: Pick<ProductRow, 'stock'> | undefined,
): number | null | undefined {
  const wanted = wantedStock(record, known);
  return typeof wanted === 'number' ? Math.max(0, wanted) : wanted;
}

/** What an earlier release, or a return, has lifted above the maximum may stay as it is. */
export function isTooMuch(
  stock: number | null | undefined,
  known: Pick<ProductRow, 'stock'> | undefined,
): boolean {
  return typeof stock === 'number' && stock > STOCK_MAX && stock !== known?.stock;
}
