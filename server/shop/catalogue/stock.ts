import type { ExpressionBuilder } from 'kysely';
import { onlyLeft, outOfStock } from '../../../contract/messages.ts';
import { stockNotCounted } from '../../../contract/operator-messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Schema, Tx } from '../../platform/storage/schema.ts';
import { addStockChanges } from './stock-history.ts';

interface StockLine {
  productId: string;
  qty: number;
}

/**
 * Takes the lines of an order from counted stock by one conditional update. It locks the products in the order of their
 * ids, so that two orders of the same products can't deadlock. Products without counted stock aren't locked. The history
 * of stock is the caller's to write, with the order.
 * @returns what was taken, by product: nothing of a product that isn't counted
 * @throws Refusal STOCK_TOO_LOW, naming the first of the lines of which too little is left
 */
export async function takeFromStock(
  tx: Tx,
  lines: readonly (StockLine & { name: string; isCounted: boolean })[],
): Promise<Map<string, number>> {
  const counted = lines.filter(({ isCounted }) => isCounted);
  if (counted.length === 0) return new Map();
  const updated = await updateLocked(tx, counted)
    .set((eb) => ({ stock: eb('stock', '-', qtyOf(eb, counted)) }))
    .where((eb) => eb.or([eb('stock', 'is', null), eb('stock', '>=', qtyOf(eb, counted))]))
    .returning(['id', 'stock'])
    .execute();
  const stockOf = new Map(updated.map(({ id, stock }) => [id, stock]));
  const missing = counted.find(({ productId }) => !stockOf.has(productId));
  if (missing !== undefined) throw await describeShortage(tx, missing);
  const taken = counted.filter(({ productId }) => stockOf.get(productId) !== null);
  return new Map(taken.map(({ productId, qty }) => [productId, qty]));
}

/**
 * Returns what a cancelled order took, and no more. Products that are no longer counted, or no longer there, have no stock
 * to add to.
 * @param at milliseconds since 1970 UTC
 */
export async function returnToStock(
  tx: Tx,
  items: readonly { product_id: string; taken: number }[],
  { orderId, at }: { orderId: string; at: number },
): Promise<void> {
  const lines = items
    .filter(({ taken }) => taken > 0)
    .map(({ product_id, taken }) => ({ productId: product_id, qty: taken }));
  if (lines.length === 0) return;
  const ids = await addToCounted(tx, lines);
  const returned = lines.filter(({ productId }) => ids.has(productId));
  const changes = returned.map(({ productId, qty }) => ({ productId, units: qty }));
  await addStockChanges(tx, changes, { reason: 'cancellation', orderId, at });
}

/**
 * Puts returned goods back into stock.
 * @param lines each product only once
 * @throws Refusal RETURN_INVALID if the stock of one is not counted, or it is gone
 */
export async function restock(
  tx: Tx,
  lines: readonly (StockLine & { name: string })[],
  { orderId, at }: { orderId: string; at: number },
): Promise<void> {
  if (lines.length === 0) return;
  const ids = await addToCounted(tx, lines);
  const uncounted = lines.find(({ productId }) => !ids.has(productId));
  if (uncounted !== undefined) {
    throw new Refusal('RETURN_INVALID', { message: stockNotCounted(uncounted.name) });
  }
  const changes = lines.map(({ productId, qty }) => ({ productId, units: qty }));
  await addStockChanges(tx, changes, { reason: 'return', orderId, at });
}

/** @returns the ids of the products whose stock is counted */
async function addToCounted(tx: Tx, lines: readonly StockLine[]): Promise<Set<string>> {
  const updated = await updateLocked(tx, lines)
    .set((eb) => ({ stock: eb('stock', '+', qtyOf(eb, lines)) }))
    .where('stock', 'is not', null)
    .returning('id')
    .execute();
  return new Set(updated.map(({ id }) => id));
}

function updateLocked(tx: Tx, lines: readonly StockLine[]) {
  const ids = lines.map(({ productId }) => productId);
  return tx
    .with('locked', (cte) =>
      cte.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate(),
    )
    .updateTable('products')
    .where('id', 'in', (eb) => eb.selectFrom('locked').select('locked.id'));
}

/** The quantity that the lines have of the product of a row. */
function qtyOf(eb: ExpressionBuilder<Schema, 'products'>, lines: readonly StockLine[]) {
  const [first, ...others] = lines;
  if (first === undefined) throw new Error('There are no lines');
  const start = eb.case('products.id').when(first.productId).then(first.qty);
  return others.reduce((cases, { productId, qty }) => cases.when(productId).then(qty), start).end();
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
    details: { product: productId, left: String(left) },
  });
}
