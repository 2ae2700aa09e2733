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

type InsertItems = (db: Db, items: Record<string, string | number>) => Promise<unknown>;

/** Orders of more lines are rare, and their statement is made for each. */
const LINES_KEPT_MAX = 50;
/** By the number of lines. */
const insertItems = new Map<number, InsertItems>();

/** One statement for all lines; the values of each have its number behind their names. */
function insertItemsOf(count: number): InsertItems {
  const known = insertItems.get(count);
  if (known !== undefined) return known;
  const insert = compileOnce((db: Db, items: Record<string, string | number>) =>
    db.insertInto('order_items').values(
      Array.from({ length: count }, (_, line) => ({
        order_id: items.order_id as string,
        line,
        product_id: items[`product_id${line}`] as string,
        name: items[`name${line}`] as string,
        cost_cents: items[`cost_cents${line}`] as number,
        qty: items[`qty${line}`] as number,
      })),
    ),
  );
  if (count <= LINES_KEPT_MAX) insertItems.set(count, insert);
  return insert;
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
  await insertOrder(tx, { ...order });
  const values = items.flatMap(({ line, product_id, name, cost_cents, qty }) =>
    Object.entries({ product_id, name, cost_cents, qty }).map(
      ([column, value]) => [`${column}${line}`, value] as const,
    ),
  );
  await insertItemsOf(items.length)(tx, { order_id: order.id, ...Object.fromEntries(values) });
  return { order, items };
}
