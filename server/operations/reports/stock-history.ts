import { OperatorError } from '../../platform/operator-error.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readStockChanges } from '../../shop/catalogue/stock-history.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { describeMissing } from './products.ts';

/** `stock` is the stock after the change. */
export type StockStep = Awaited<ReturnType<typeof readStockChanges>>[number] & { stock: number };

/** The history of a product's stock, oldest first. @throws OperatorError if there never was such a product */
export async function readStockHistory(db: Db, productId: string): Promise<StockStep[]> {
  const changes = await readStockChanges(db, productId);
  if (changes.length === 0 && (await findProductRows(db, [productId])).length === 0) {
    throw new OperatorError(await describeMissing(db, productId));
  }
  let stock = 0;
  return changes.map((change) => {
    stock += change.units;
    return { ...change, stock };
  });
}
