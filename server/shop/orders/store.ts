import { compileOnce } from '../../platform/storage/compile-once.ts';
import type {
  Db,
  OrderChangeRow,
  OrderItemRow,
  OrderRow,
  Tx,
} from '../../platform/storage/schema.ts';
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
      'status',
      'refunded_cents',
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

/**
 * A shopper's orders, newest first: ids are ordered by time.
 * @param after the last order of the page before
 */
export async function listOrders(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<StoredOrder[]> {
  let query = db.selectFrom('orders').selectAll().where('user_id', '=', userId);
  if (after !== undefined) query = query.where('id', '<', after);
  const orders = await query.orderBy('id', 'desc').limit(limit).execute();
  return withItems(db, orders);
}

/** Adds to each order its lines, by one query. */
export async function withItems(db: Db, orders: readonly OrderRow[]): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('line')
    .execute();
  const byOrder = Map.groupBy(items, ({ order_id }) => order_id);
  return orders.map((order) => ({ order, items: byOrder.get(order.id) ?? [] }));
}

function readItems(db: Db, orderId: string): Promise<OrderItemRow[]> {
  return db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute();
}

type NewOrder = Omit<OrderRow, 'status' | 'refunded_cents'>;

const insertOrder = compileOnce((db: Db, order: { [Column in keyof NewOrder]: NewOrder[Column] }) =>
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
  order: NewOrder,
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
  return { order: { ...order, status: 'placed', refunded_cents: 0 }, items };
}

/** The history of an order, oldest first. */
export function readChanges(db: Db, orderId: string): Promise<OrderChangeRow[]> {
  return db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
}

/** Writes a change to the history, and what it made of the order. */
export async function addChange(tx: Tx, order: OrderRow, change: OrderChangeRow): Promise<void> {
  await tx.insertInto('order_changes').values(change).execute();
  await tx
    .updateTable('orders')
    .set({ status: order.status, refunded_cents: order.refunded_cents })
    .where('id', '=', order.id)
    .execute();
}
