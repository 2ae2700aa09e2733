import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import { Refusal } from '../../contract/refusals.ts';
import { compileOnce } from '../storage/compile-once.ts';
import type { Db, Tx } from '../storage/schema.ts';
import { checkCartTotal, type PricedLine } from './rules.ts';

const selectCart = compileOnce((db: Db, of: { userId: string }) =>
  db
    .selectFrom('cart_items')
    .select(['product_id as productId', 'qty'])
    .where('user_id', '=', of.userId)
    .orderBy('place'),
);

/** In the order of adding. */
export async function readCart(db: Db, userId: string): Promise<Cart> {
  return selectCart(db, { userId });
}

const selectPricedCart = compileOnce((db: Db, of: { userId: string }) =>
  db
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
    .where('cart_items.user_id', '=', of.userId)
    .orderBy('cart_items.place'),
);

/** In the order of adding. */
export async function readPricedCart(db: Db, userId: string): Promise<PricedLine[]> {
  return selectPricedCart(db, { userId });
}

const selectActive = compileOnce((db: Db, product: { id: string }) =>
  db.selectFrom('products').select('id').where('id', '=', product.id).where('active', '=', 1),
);

const selectLastPlace = compileOnce((db: Db, of: { userId: string }) =>
  db
    .selectFrom('cart_items')
    .select((eb) => eb.fn.max('place').as('last'))
    .where('user_id', '=', of.userId),
);

const upsertLine = compileOnce(
  (db: Db, line: { userId: string; productId: string; qty: number; place: number }) =>
    db
      .insertInto('cart_items')
      .values({
        user_id: line.userId,
        product_id: line.productId,
        qty: line.qty,
        place: line.place,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'product_id']).doUpdateSet({ qty: line.qty }),
      ),
);

/**
 * Sets one line to an absolute quantity; 0 removes it, also where it isn't there. The user is locked
 * by the caller.
 * @throws Refusal PRODUCT_MISSING, CART_TOTAL_TOO_HIGH
 */
export async function changeCart(tx: Tx, userId: string, change: CartChangeBody): Promise<void> {
  if (change.qty === 0) return removeLine(tx, userId, change.productId);
  const { productId, qty } = change;
  const [product] = await selectActive(tx, { id: productId });
  if (product === undefined) throw new Refusal('PRODUCT_MISSING');
  const [before] = await selectLastPlace(tx, { userId });
  await upsertLine(tx, { userId, productId, qty, place: (before?.last ?? 0) + 1 });
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

const deleteCart = compileOnce((db: Db, of: { userId: string }) =>
  db.deleteFrom('cart_items').where('user_id', '=', of.userId),
);

export async function emptyCart(tx: Tx, userId: string): Promise<void> {
  await deleteCart(tx, { userId });
}
