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
  const usernames = new Map(users.map(({ id, username }) => [id, username]));
  const carts = await db.selectFrom('cart_items').selectAll().orderBy('place').execute();
  const addresses = await db.selectFrom('addresses').selectAll().orderBy('place').execute();
  const orders = await db.selectFrom('orders').selectAll().execute();
  const items = await db.selectFrom('order_items').selectAll().orderBy('line').execute();
  const lines = Map.groupBy(items, ({ order_id }) => order_id);
  const products = await db.selectFrom('products').select(['id', 'stock']).execute();
  return {
    users: users.map(({ id, username, balance_cents }) => ({
      username,
      balanceCents: balance_cents ?? 0,
      cart: carts
        .filter(({ user_id }) => user_id === id)
        .map(({ product_id, qty }) => ({ productId: product_id, qty })),
      addresses: addresses
        .filter(({ user_id }) => user_id === id)
        .map((row) => ({ id: row.id, address: row.address })),
    })),
    orders: orders.map((order) => ({
      id: order.id,
      username: usernames.get(order.user_id) ?? '',
      key: order.idempotency_key,
      addressId: order.address_id,
      totalCents: order.total_cents,
      balanceAfterCents: order.balance_after_cents,
      lines: (lines.get(order.id) ?? []).map((line) => ({
        productId: line.product_id,
        qty: line.qty,
        costCents: line.cost_cents,
      })),
    })),
    // Where stock isn't counted, it is null.
    stock: Object.fromEntries(products.map(({ id, stock }) => [id, stock])),
    /** Of the audit's invariants. */
    violations: await findViolations(db, invariantsOf(engineOf(db))),
  };
}
