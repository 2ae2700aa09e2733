import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Db, Tx } from '../storage/schema.ts';
import { checkCartTotal, type PricedLine } from './rules.ts';

/** In the order of adding. */
export async function readCart(db: Db, userId: string): Promise<Cart> {
  return db
    .selectFrom('cart_items')
    .select(['product_id as productId', 'qty'])
    .where('user_id', '=', userId)
    .orderBy('place')
    .execute();
}

/** In the order of adding. */
export async function readPricedCart(db: Db, userId: string): Promise<PricedLine[]> {
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
 * Sets one line to an absolute quantity; 0 removes it, also where it isn't there. The user is locked
 * by the caller.
 * @throws Refusal PRODUCT_MISSING, CART_TOTAL_TOO_HIGH
 */
export async function changeCart(tx: Tx, userId: string, change: CartChangeBody): Promise<void> {
  if (change.qty === 0) return removeLine(tx, userId, change.productId);
  const product = await tx
    .selectFrom('products')
    .select('id')
    .where('id', '=', change.productId)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (product === undefined) throw new Refusal('PRODUCT_MISSING');
  const { last } = await tx
    .selectFrom('cart_items')
    .select((eb) => eb.fn.max('place').as('last'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('cart_items')
    .values({
      user_id: userId,
      product_id: change.productId,
      qty: change.qty,
      place: (last ?? 0) + 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id']).doUpdateSet({ qty: change.qty }),
    )
    .execute();
  const lines = await readPricedCart(tx, userId);
  checkCartTotal(lines.map(({ costCents, qty }) => ({ costCents: costCents ?? 0, qty })));
}

async function removeLine(tx: Tx, userId: string, productId: string): Promise<void> {
  await tx
    .deleteFrom('cart_items')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .execute();
}

export async function emptyCart(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('cart_items').where('user_id', '=', userId).execute();
}
