import { onlyLeft, outOfStock } from '../../../contract/messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Tx } from '../../platform/storage/schema.ts';

/**
 * Reduces counted stock by conditional updates, in the order of ids, so that two orders of the same products can't
 * deadlock. Products without counted stock aren't locked.
 * @throws Refusal STOCK_TOO_LOW, naming the product
 */
export async function takeFromStock(
  tx: Tx,
  lines: readonly { productId: string; name: string; qty: number; isCounted: boolean }[],
): Promise<void> {
  const counted = lines.filter(({ isCounted }) => isCounted);
  for (const line of counted.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const taken = await tx
      .updateTable('products')
      .set((eb) => ({ stock: eb('stock', '-', line.qty) }))
      .where('id', '=', line.productId)
      .where((eb) => eb.or([eb('stock', 'is', null), eb('stock', '>=', line.qty)]))
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) throw await describeShortage(tx, line);
  }
}

/**
 * Gives back what a cancelled order took. Products that are not counted, or no longer there, have no stock to add to.
 * In the order of ids, as above.
 */
export async function returnToStock(
  tx: Tx,
  lines: readonly { product_id: string; qty: number }[],
): Promise<void> {
  for (const line of lines.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1))) {
    await tx
      .updateTable('products')
      .set((eb) => ({ stock: eb('stock', '+', line.qty) }))
      .where('id', '=', line.product_id)
      .where('stock', 'is not', null)
      .execute();
  }
}

async function describeShortage(
  tx: Tx,
  { productId, name }: { productId: string; name: string },
): Promise<Refusal> {
  const product = await tx
    .selectFrom('products')
    .select('stock')
    .where('id', '=', productId)
    .executeTakeFirst();
  const left = product?.stock ?? 0;
  return new Refusal('STOCK_TOO_LOW', {
    message: left === 0 ? outOfStock(name) : onlyLeft(left, name),
  });
}
