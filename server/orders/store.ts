import { compileOnce } from '../storage/compile-once.ts';
import type { Db, OrderItemRow, OrderRow, Tx } from '../storage/schema.ts';
import type { OrderedLine } from './rules.ts';

export interface StoredOrder {
  order: OrderRow;
  items: OrderItemRow[];
}

/** Nothing for another user's order. */
export async function findOrder(
  db: Db,
  userId: string,
  id: string,
): Promise<StoredOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return order && { order, items: await readItems(db, order.id) };
}

const selectOrderByKey = compileOnce((db: Db, order: { userId: string; idempotencyKey: string }) =>
  db
    .selectFrom('orders')
    .select([
      'id',
      'user_id',
      'address_id',
      'address',
      'total_cents',
      'balance_after_cents',
      'idempotency_key',
      'placed_at',
    ])
    .where('user_id', '=', order.userId)
    .where('idempotency_key', '=', order.idempotencyKey),
);

/** The order that this user placed with this idempotency key. */
export async function findOrderByKey(
  db: Db,
  userId: string,
  idempotencyKey: string,
): Promise<StoredOrder | undefined> {
  const [order] = await selectOrderByKey(db, { userId, idempotencyKey });
  return order && { order, items: await readItems(db, order.id) };
}

function readItems(db: Db, orderId: string): Promise<OrderItemRow[]> {
  return db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute();
}

const insertOrder = compileOnce((db: Db, order: { [Column in keyof OrderRow]: OrderRow[Column] }) =>
  db.insertInto('orders').values({
    id: order.id,
    user_id: order.user_id,
    address_id: order.address_id,
    address: order.address,
    total_cents: order.total_cents,
    balance_after_cents: order.balance_after_cents,
    idempotency_key: order.idempotency_key,
    placed_at: order.placed_at,
  }),
);

/** Lines per statement, six parameters each. SQLite takes 32,766 parameters. */
const LINES_PER_INSERT = 500;

export async function addOrder(
  tx: Tx,
  order: OrderRow,
  lines: readonly OrderedLine[],
): Promise<StoredOrder> {
  const items = lines.map(({ productId, name, costCents, qty }, line) => ({
    order_id: order.id,
    line,
    product_id: productId,
    name,
    cost_cents: costCents,
    qty,
  }));
  await insertOrder(tx, { ...order });
  for (let start = 0; start < items.length; start += LINES_PER_INSERT) {
    const chunk = items.slice(start, start + LINES_PER_INSERT);
    await tx.insertInto('order_items').values(chunk).execute();
  }
  return { order, items };
}
