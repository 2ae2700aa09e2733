/** Reads what the database holds after the last server has ended. */
import { findViolations, invariantsOf } from '../server/audit/audit.ts';
import { engineOf } from '../server/storage/engine.ts';
import type { Db } from '../server/storage/schema.ts';

export type FinalState = Awaited<ReturnType<typeof readFinalState>>;

export async function readFinalState(db: Db) {
  const users = await db
    .selectFrom('users')
    .leftJoin('wallets', 'wallets.user_id', 'users.id')
    .select(['users.id', 'username', 'balance_cents'])
    .execute();
  const cartItems = await db
    .selectFrom('cart_items')
    .select(['user_id', 'product_id as productId', 'qty'])
    .orderBy('place')
    .execute();
  const addressRows = await db.selectFrom('addresses').selectAll().orderBy('place').execute();
  const orders = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'username', 'idempotency_key as key', 'address_id as addressId'])
    .select(['total_cents as totalCents', 'balance_after_cents as balanceAfterCents'])
    .execute();
  const items = await db
    .selectFrom('order_items')
    .select(['order_id', 'product_id as productId', 'qty', 'cost_cents as costCents'])
    .orderBy('line')
    .execute();
  const products = await db.selectFrom('products').select(['id', 'stock']).execute();
  const carts = Map.groupBy(cartItems, ({ user_id }) => user_id);
  const addresses = Map.groupBy(addressRows, ({ user_id }) => user_id);
  const lines = Map.groupBy(items, ({ order_id }) => order_id);
  return {
    users: users.map(({ id, username, balance_cents }) => ({
      username,
      balanceCents: balance_cents ?? 0,
      cart: (carts.get(id) ?? []).map(({ productId, qty }) => ({ productId, qty })),
      addresses: (addresses.get(id) ?? []).map(({ id, address }) => ({ id, address })),
    })),
    orders: orders.map((order) => ({
      ...order,
      lines: (lines.get(order.id) ?? []).map(({ order_id, ...line }) => line),
    })),
    /** Null where it isn't counted. */
    stock: Object.fromEntries(products.map(({ id, stock }) => [id, stock])),
    /** Of the audit's invariants. */
    violations: await findViolations(db, invariantsOf(engineOf(db))),
  };
}
