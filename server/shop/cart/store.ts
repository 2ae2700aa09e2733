import { sql } from 'kysely';
import type { Cart, CartChangeBody } from '../../../contract/cart.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { compileOnce } from '../../platform/storage/compile-once.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { checkCartLength, checkCartTotal, type PricedLine } from './rules.ts';

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

/** Returns a row where the product is on sale. */
const upsertLine = compileOnce((db: Db, line: { userId: string; productId: string; qty: number }) =>
  db
    .insertInto('cart_items')
    .columns(['user_id', 'product_id', 'qty', 'place'])
    .expression((eb) =>
      eb
        .selectFrom('products')
        .select((product) => [
          product.val(line.userId).as('user_id'),
          'id as product_id',
          product.val(line.qty).as('qty'),
          product
            .selectFrom('cart_items')
            .where('user_id', '=', line.userId)
            .select(sql<number>`coalesce(max(place), 0) + 1`.as('place'))
            .as('place'),
        ])
        .where('id', '=', line.productId)
        .where('active', '=', 1),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id'])
        .doUpdateSet((eb) => ({ qty: eb.ref('excluded.qty') })),
    )
    .returning('product_id'),
);

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
  const [onSale] = await upsertLine(tx, { userId, productId, qty });
  if (onSale === undefined) throw new Refusal('PRODUCT_MISSING');
  const lines = await readPricedCart(tx, userId);
  checkCartLength(lines, productId);
  checkCartTotal(lines.map(({ costCents, qty }) => ({ costCents: costCents ?? 0, qty })));
  return lines.map(({ productId, qty }) => ({ productId, qty }));
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
