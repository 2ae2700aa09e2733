import type {
  Db,
  OrderChangeRow,
  OrderItemRow,
  OrderReturnRow,
  OrderRow,
  Tx,
} from '../../platform/storage/schema.ts';
import { tables } from '../../platform/storage/tables/tables.ts';
import type { StoredOrder } from './lifecycle.ts';
import type { ReturnedLine } from './returns.ts';
import type { OrderedLine } from './rules.ts';

export type OrderId = Pick<OrderRow, 'id'>;

/** @returns undefined if it is another user's order */
export function findOrder(db: Db, user_id: string, id: string): Promise<StoredOrder | undefined> {
  return findOne(db, { id, user_id });
}

/** The order that this user placed with this idempotency key. */
export function findOrderByKey(
  db: Db,
  user_id: string,
  idempotency_key: string,
): Promise<StoredOrder | undefined> {
  return findOne(db, { user_id, idempotency_key });
}

/** Everybody's order. @throws if there is none */
export async function readOrder(db: Db, id: string): Promise<StoredOrder> {
  const order = await findOne(db, { id });
  if (order === undefined) throw new Error(`There is no order ${id}`);
  return order;
}

async function findOne(
  db: Db,
  filter: Partial<Pick<OrderRow, 'id' | 'user_id' | 'idempotency_key'>>,
): Promise<StoredOrder | undefined> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.and(filter))
    .executeTakeFirst();
  return found && (await withDetails(db, [found]))[0];
}

export async function hasOrders(db: Db): Promise<boolean> {
  const any = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  return any !== undefined;
}

/** The lines of all orders of a page: about 300 kB. A single order is shown whole. */
const PAGE_LINES_MAX = 1_000;

/**
 * A page of a shopper's orders, newest first: ids are ordered by time.
 * @param after the last order of the page before
 * @returns `next`, the last order of this page, if there are more
 */
export async function listOrders(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ orders: StoredOrder[]; next: string | undefined }> {
  let query = db.selectFrom('orders').select('id').where('user_id', '=', userId);
  if (after !== undefined) query = query.where('id', '<', after);
  const found = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, Math.min(limit, await countUntilFull(db, found)));
  const next = found.length > page.length ? page.at(-1)?.id : undefined;
  return { orders: await withDetails(db, page), next };
}

/** How many of these orders, at least one, have no more lines together than a page may have. */
async function countUntilFull(db: Db, orders: readonly OrderId[]): Promise<number> {
  if (orders.length === 0) return 0;
  const counts = await db
    .selectFrom('order_items')
    .select((eb) => ['order_id', eb.fn.countAll<number>().as('lines')])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .groupBy('order_id')
    .execute();
  const linesOf = new Map(counts.map(({ order_id, lines }) => [order_id, lines]));
  let lines = 0;
  const full = orders.findIndex(({ id }, index) => {
    lines += linesOf.get(id) ?? 0;
    return index > 0 && lines > PAGE_LINES_MAX;
  });
  return full === -1 ? orders.length : full;
}

// Safe: the keys are the columns.
const changeColumns = Object.keys(tables.order_changes.columns) as (keyof OrderChangeRow)[];

/** Reads these orders, their lines and histories. One statement reads order and history, so that they agree. */
export async function withDetails(db: Db, orders: readonly OrderId[]): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('line')
    .execute();
  const rows = await db
    .selectFrom('orders')
    .leftJoin('order_changes as change', 'change.order_id', 'orders.id')
    .selectAll('orders')
    .select(changeColumns.map((column) => `change.${column} as change_${column}` as const))
    .where('orders.id', 'in', ids)
    .orderBy('change.number')
    .execute();
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id);
  const rowsOf = Map.groupBy(rows, ({ id }) => id);
  return ids.flatMap((id) => {
    const [order, ...others] = rowsOf.get(id) ?? [];
    if (order === undefined) return [];
    const changes = [order, ...others].filter((row) => row.change_number !== null).map(changeOf);
    return [{ order, items: itemsOf.get(id) ?? [], changes }];
  });
}

type ChangeColumns = { [Column in keyof OrderChangeRow as `change_${Column}`]: unknown };

function changeOf(row: ChangeColumns): OrderChangeRow {
  const entries = changeColumns.map((column) => [column, row[`change_${column}`]]);
  // Safe: these are all columns of a change.
  return Object.fromEntries(entries) as OrderChangeRow;
}

type NewOrder = Omit<OrderRow, 'status' | 'refunded_cents' | 'invoice'>;

/** Lines in one statement, nine parameters each. SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const LINES_PER_INSERT = 500;

/** A new order, and the queries for `executeAll` that write it. */
export function addOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly (OrderedLine & { taken: number })[],
) {
  const items = lines.map(({ productId, name, costCents, qty, taken, taxRate }, line) => ({
    order_id: order.id,
    line,
    product_id: productId,
    name,
    cost_cents: costCents,
    qty,
    taken,
    tax_rate: taxRate,
    cancelled: 0,
  }));
  const chunks = Array.from({ length: Math.ceil(items.length / LINES_PER_INSERT) }, (_, n) =>
    items.slice(n * LINES_PER_INSERT, (n + 1) * LINES_PER_INSERT),
  );
  const placed: StoredOrder = {
    order: { ...order, status: 'placed', refunded_cents: 0, invoice: null },
    items,
    changes: [],
  };
  return {
    placed,
    queries: [
      tx.insertInto('orders').values(order),
      ...chunks.map((chunk) => tx.insertInto('order_items').values(chunk)),
    ],
  };
}

/** What refunds of an order have returned, oldest first. */
export function readReturns(db: Db, orderId: string): Promise<OrderReturnRow[]> {
  return db
    .selectFrom('order_returns')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .orderBy('line')
    .execute();
}

/** Writes a change to the history, with its lines, and updates the order. */
export async function addChange(
  tx: Tx,
  order: OrderRow,
  change: OrderChangeRow,
  returned: readonly ReturnedLine[],
): Promise<void> {
  await tx.insertInto('order_changes').values(change).execute();
  const { order_id, number } = change;
  const rows = returned.map((row) => ({ ...row, order_id, number }));
  if (rows.length > 0) await tx.insertInto('order_returns').values(rows).execute();
  await tx
    .updateTable('orders')
    .set({
      status: order.status,
      refunded_cents: order.refunded_cents,
      address: order.address,
    })
    .where('id', '=', order.id)
    .execute();
}

/** Sums up the units that were taken out. Before the order is shipped, nothing else is returned. @returns the lines */
export async function countCancelled(tx: Tx, orderId: string): Promise<OrderItemRow[]> {
  const items = await tx
    .updateTable('order_items')
    .set((eb) => ({
      cancelled: eb
        .selectFrom('order_returns as returned')
        .select(({ fn, lit }) =>
          fn.coalesce(fn.sum<number>('returned.refunded'), lit(0)).as('units'),
        )
        .whereRef('returned.order_id', '=', 'order_items.order_id')
        .whereRef('returned.line', '=', 'order_items.line'),
    }))
    .where('order_id', '=', orderId)
    .returningAll()
    .execute();
  return items.toSorted((one, other) => one.line - other.line);
}
