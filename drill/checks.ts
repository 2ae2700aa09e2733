/** What has to be true after a drill, of the books and of what shoppers were told. */

import { type Selectable, sql } from 'kysely';
import { findViolations, tableInvariants } from '../server/audit/audit.ts';
import type { Db, Schema } from '../server/storage/schema.ts';
import type { ShoppingRecord } from './record.ts';
import { goods, STOCK } from './shop.ts';

export interface Check {
  name: string;
  /** What contradicts it, one sentence each. */
  found: string[];
}

type OrderRow = Selectable<Schema['orders']>;

export async function checkBooks(db: Db, record: ShoppingRecord): Promise<Check[]> {
  const orders = await db.selectFrom('orders').selectAll().execute();
  return [
    { name: 'every order that was acknowledged is there, once', found: missing(orders, record) },
    { name: 'every order was acknowledged', found: unexplained(orders, record) },
    { name: 'stock is what was there less what was sold', found: await wrongStock(db) },
    ...(await checkInvariants(db)),
  ];
}

/** All that has to be true of any shop: as one check where it is, and as those that it isn't. */
async function checkInvariants(db: Db): Promise<Check[]> {
  const violations = await findViolations(db, tableInvariants);
  if (violations.length > 0) return violations;
  return [{ name: `all ${tableInvariants.length} invariants of the books`, found: [] }];
}

function missing(orders: readonly OrderRow[], { acknowledged }: ShoppingRecord): string[] {
  const stored = new Map(orders.map((order) => [order.id, order]));
  const told = new Set<string>();
  const found: string[] = [];
  for (const { orderId, userId, key, totalCents } of acknowledged) {
    const order = stored.get(orderId);
    if (order === undefined) found.push(`order ${orderId} is lost`);
    else if (order.user_id !== userId || order.idempotency_key !== key) {
      found.push(`order ${orderId} is somebody else's`);
    } else if (order.total_cents !== totalCents) {
      found.push(`order ${orderId} was ${totalCents} cents and is ${order.total_cents}`);
    }
    if (told.has(orderId)) found.push(`order ${orderId} was the answer to two keys`);
    told.add(orderId);
  }
  return found;
}

/** Every shopper insisted until there was an answer, so an order that nobody was told of is one too many. */
function unexplained(orders: readonly OrderRow[], { acknowledged }: ShoppingRecord): string[] {
  const told = new Set(acknowledged.map(({ orderId }) => orderId));
  return orders
    .filter(({ id }) => !told.has(id))
    .map(({ id, idempotency_key }) => `order ${id} with key ${idempotency_key}: nobody was told`);
}

async function wrongStock(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; stock: number | null; sold: number }>`
    select id, stock,
      (select coalesce(sum(qty), 0) from order_items where product_id = products.id) as sold
    from products
  `.execute(db);
  const counted = new Set(goods.filter(({ isCounted }) => isCounted).map(({ id }) => id));
  return rows
    .filter(({ id, stock, sold }) => stock !== (counted.has(id) ? STOCK - sold : null))
    .map(({ id, stock, sold }) => `${id}: ${sold} sold, ${stock} left`);
}
