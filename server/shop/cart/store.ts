import { sql } from 'kysely';
import type { Cart, CartChangeBody } from '../../../contract/cart.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { checkCartLength, checkCartTotal, type PricedLine } from './rules.ts';

/** Reads a cart's lines in the order of adding. */
export function readCart(db: Db, userId: string): Promise<Cart> {
  return db
    .selectFrom('cart_items')
    .select(['product_id as productId', 'qty'])
    .where('user_id', '=', userId)
    .orderBy('place')
    .execute();
}

/** Selects a cart's lines with today's prices, in the order of adding. */
export function selectPricedCart(db: Db, userId: string) {
  return db
    .selectFrom('cart_items')
    .leftJoin('products', (join) =>
      join.onRef('products.id', '=', 'cart_items.product_id').on('products.active', '=', 1),
    )
    .select([
      'cart_items.product_id as productId',
      'cart_items.qty',
      'products.name',
      'products.cost_cents as costCents',
      'products.stock',
    ])
    .where('cart_items.user_id', '=', userId)
    .orderBy('cart_items.place');
}

/**
 * Sets one line to an absolute quantity; 0 removes it, if it is there. Requires `withShopper`'s lock.
 * @returns the new cart
 * @throws Refusal PRODUCT_MISSING, CART_TOO_LONG, CART_TOTAL_TOO_HIGH
 */
export async function changeCart(tx: Tx, userId: string, change: CartChangeBody): Promise<Cart> {
  const { productId, qty } = change;
  if (qty === 0) {
    await emptyCart(tx, userId).where('product_id', '=', productId).execute();
    return readCart(tx, userId);
  }
  const lines: PricedLine[] = await selectPricedCart(tx, userId).execute();
  const line = lines.find((other) => other.productId === productId);
  if (line === undefined) {
    checkCartLength(lines.push(await addLine(tx, userId, change)));
  } else await changeLine(tx, userId, line, qty);
  checkCartTotal(lines.map(({ costCents, qty }) => ({ costCents: costCents ?? 0, qty })));
  return lines.map(({ productId, qty }) => ({ productId, qty }));
}

/** @throws Refusal PRODUCT_MISSING if the product isn't on sale */
async function addLine(
  tx: Tx,
  userId: string,
  { productId, qty }: CartChangeBody,
): Promise<PricedLine> {
  const product = await tx
    .selectFrom('products')
    .select(['name', 'cost_cents as costCents', 'stock'])
    .where('id', '=', productId)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (product === undefined) throw new Refusal('PRODUCT_MISSING');
  await tx
    .insertInto('cart_items')
    .values((eb) => ({
      user_id: userId,
      product_id: productId,
      qty,
      place: eb
        .selectFrom('cart_items')
        .select(sql<number>`coalesce(max(place), 0) + 1`.as('place'))
        .where('user_id', '=', userId),
    }))
    .execute();
  return { productId, qty, ...product };
}

/** Changes the line in the database, and in place. @throws Refusal PRODUCT_MISSING if the product isn't on sale */
async function changeLine(tx: Tx, userId: string, line: PricedLine, qty: number): Promise<void> {
  if (line.name === null) throw new Refusal('PRODUCT_MISSING');
  line.qty = qty;
  await tx
    .updateTable('cart_items')
    .set({ qty })
    .where('user_id', '=', userId)
    .where('product_id', '=', line.productId)
    .execute();
}

/** A query that deletes all lines of a cart, or those that a further `where` selects. */
export function emptyCart(tx: Tx, userId: string) {
  return tx.deleteFrom('cart_items').where('user_id', '=', userId);
}
