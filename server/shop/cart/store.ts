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

/** Reads a cart's lines with today's prices, in the order of adding. */
export function readPricedCart(db: Db, userId: string): Promise<PricedLine[]> {
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
    .orderBy('cart_items.place')
    .execute();
}

/**
 * Sets one line to an absolute quantity; 0 removes it, if it is there. Requires `withShopper`'s lock.
 * @returns the new cart
 * @throws Refusal PRODUCT_MISSING, CART_TOO_LONG, CART_TOTAL_TOO_HIGH
 */
export async function changeCart(tx: Tx, userId: string, change: CartChangeBody): Promise<Cart> {
  const { productId, qty } = change;
  if (qty === 0) {
    await removeLine(tx, userId, productId);
    return readCart(tx, userId);
  }
  await setLine(tx, userId, change);
  const lines = await readPricedCart(tx, userId);
  checkCartLength(lines, productId);
  checkCartTotal(lines.map(({ costCents, qty }) => ({ costCents: costCents ?? 0, qty })));
  return lines.map(({ productId, qty }) => ({ productId, qty }));
}

/** Adds a line, or changes its quantity. @throws Refusal PRODUCT_MISSING if the product isn't on sale */
async function setLine(tx: Tx, userId: string, { productId, qty }: CartChangeBody): Promise<void> {
  const set = await tx
    .insertInto('cart_items')
    .columns(['user_id', 'product_id', 'qty', 'place'])
    .expression((eb) =>
      eb
        .selectFrom('products')
        .select((product) => [
          product.val(userId).as('user_id'),
          'id as product_id',
          product.val(qty).as('qty'),
          product
            .selectFrom('cart_items')
            .where('user_id', '=', userId)
            .select(sql<number>`coalesce(max(place), 0) + 1`.as('place'))
            .as('place'),
        ])
        .where('id', '=', productId)
        .where('active', '=', 1),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id'])
        .doUpdateSet((eb) => ({ qty: eb.ref('excluded.qty') })),
    )
    .returning('product_id')
    .executeTakeFirst();
  if (set === undefined) throw new Refusal('PRODUCT_MISSING');
}

async function removeLine(tx: Tx, userId: string, productId: string): Promise<void> {
  await tx
    .deleteFrom('cart_items')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .execute();
}

/** A query for `executeAll`. */
export function emptyCart(tx: Tx, userId: string) {
  return tx.deleteFrom('cart_items').where('user_id', '=', userId);
}
