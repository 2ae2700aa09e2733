/** Writes down what the database holds in the end. */
import { findViolations, invariantsOf } from '../../server/audit/audit.ts';
import { engineOf } from '../../server/storage/engine.ts';
import type { Db } from '../../server/storage/schema.ts';
import type { BookedOrder, BookedUser, Books } from './history.ts';

export async function readBooks(db: Db): Promise<Books> {
  const stock = await db.selectFrom('products').select(['id', 'stock']).execute();
  return {
    users: await readUsers(db),
    orders: await readOrders(db),
    stock: Object.fromEntries(stock.map((row) => [row.id, row.stock])),
    violations: await findViolations(db, invariantsOf(engineOf(db))),
  };
}

async function readUsers(db: Db): Promise<BookedUser[]> {
  const users = await db
    .selectFrom('users')
    .leftJoin('wallets', 'wallets.user_id', 'users.id')
    .select(['users.id', 'username', 'balance_cents'])
    .execute();
  const carts = await db.selectFrom('cart_items').selectAll().orderBy('place').execute();
  const addresses = await db.selectFrom('addresses').selectAll().orderBy('place').execute();
  const cartOf = Map.groupBy(carts, ({ user_id }) => user_id);
  const addressesOf = Map.groupBy(addresses, ({ user_id }) => user_id);
  return users.map(({ id, username, balance_cents }) => ({
    username,
    balanceCents: balance_cents ?? 0,
    cart: (cartOf.get(id) ?? []).map(({ product_id, qty }) => ({ productId: product_id, qty })),
    addresses: (addressesOf.get(id) ?? []).map((row) => ({ id: row.id, address: row.address })),
  }));
}

async function readOrders(db: Db): Promise<BookedOrder[]> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .select('username')
    .execute();
  const items = await db.selectFrom('order_items').selectAll().orderBy('line').execute();
  const lines = Map.groupBy(items, ({ order_id }) => order_id);
  return orders.map((order) => ({
    id: order.id,
    username: order.username,
    key: order.idempotency_key,
    addressId: order.address_id,
    totalCents: order.total_cents,
    balanceAfterCents: order.balance_after_cents,
    lines: (lines.get(order.id) ?? []).map(({ product_id, qty, cost_cents }) => ({
      productId: product_id,
      qty,
      costCents: cost_cents,
    })),
  }));
}
