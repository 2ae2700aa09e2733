import { compileOnce } from '../storage/compile-once.ts';
import type { Db, OrderItemRow, OrderRow, Tx } from '../storage/schema.ts';
import type { OrderedLine } from './rules.ts';

export interface StoredOrder {
  order: OrderRow;
  items: OrderItemRow[];
}

/** One of this user's orders; somebody else's is like none. */
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
    .selectAll()
    .where('user_id', '=', order.userId)
    .where('idempotency_key', '=', order.idempotencyKey),
);

/** The order that this user placed with this key, if there is one. */
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
  await tx.insertInto('orders').values(order).execute();
  await tx.insertInto('order_items').values(items).execute();
  return { order, items };
}
