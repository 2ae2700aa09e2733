/** What has to be true after a drill, of the books and of what shoppers were told. */

import { type Selectable, sql } from 'kysely';
import type { Db, Schema } from '../server/storage/schema.ts';
import type { ShoppingRecord } from './record.ts';
import { GRANT_CENTS, goods, STOCK } from './shop.ts';

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
    { name: 'no key was ordered with twice', found: orderedTwice(orders) },
    { name: 'every order was acknowledged', found: unexplained(orders, record) },
    { name: 'wallets are what was granted less the orders', found: await wrongWallets(db) },
    { name: 'ledger: every transaction sums to zero', found: await unbalanced(db) },
    {
      name: 'orders are the sum of their lines and of their payment',
      found: await wrongOrders(db),
    },
    { name: 'stock is what was there less what was sold', found: await wrongStock(db) },
  ];
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

function orderedTwice(orders: readonly OrderRow[]): string[] {
  const seen = new Set<string>();
  return orders.flatMap(({ user_id, idempotency_key }) => {
    const key = `${user_id} ${idempotency_key}`;
    if (seen.has(key)) return [`${key} has two orders`];
    seen.add(key);
    return [];
  });
}

/** Every shopper insisted until there was an answer, so an order that nobody was told of is one too many. */
function unexplained(orders: readonly OrderRow[], { acknowledged }: ShoppingRecord): string[] {
  const told = new Set(acknowledged.map(({ orderId }) => orderId));
  return orders
    .filter(({ id }) => !told.has(id))
    .map(({ id, idempotency_key }) => `order ${id} with key ${idempotency_key}: nobody was told`);
}

async function wrongWallets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; balance_cents: number }>`
    select user_id, balance_cents from wallets
    where balance_cents <> ${GRANT_CENTS}::bigint
        - (select coalesce(sum(total_cents), 0) from orders where orders.user_id = wallets.user_id)
      or balance_cents <>
        (select coalesce(sum(amount_cents), 0) from ledger_entries
          where ledger_entries.user_id = wallets.user_id and account = 'wallet')
  `.execute(db);
  return rows.map(({ user_id, balance_cents }) => `wallet of ${user_id}: ${balance_cents} cents`);
}

async function unbalanced(db: Db): Promise<string[]> {
  const { rows } = await sql<{ transaction_id: string }>`
    select transaction_id from ledger_entries group by transaction_id
    having sum(amount_cents) <> 0 or count(*) <> 2
  `.execute(db);
  return rows.map(({ transaction_id }) => `transaction ${transaction_id}`);
}

async function wrongOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    left join
      (select order_id, sum(cost_cents * qty) as total from order_items group by order_id) as lines
      on lines.order_id = id
    left join
      (select order_id,
          sum(amount_cents) filter (where account = 'sales') as sales,
          sum(amount_cents) filter (where account = 'wallet') as wallet
        from ledger_entries group by order_id) as paid
      on paid.order_id = id
    where total_cents is distinct from lines.total
      or total_cents is distinct from paid.sales
      or -total_cents is distinct from paid.wallet
  `.execute(db);
  return rows.map(({ id }) => `order ${id}`);
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
