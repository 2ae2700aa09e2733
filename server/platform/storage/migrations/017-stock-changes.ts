/**
 * The history of stock, whose sum is the stock, and what each line of an order took of it. For the orders and the stock
 * that are there already, the history is completed.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order_items')
    .addColumn('taken', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .modifyEnd(sql`constraint order_items_taken_check check (taken between 0 and qty)`),
    )
    .execute();
  await db.schema
    .createTable('stock_changes')
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull().check(sql`number >= 1`))
    .addColumn('units', 'bigint', (c) => c.notNull().check(sql`units <> 0`))
    .addColumn('reason', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`reason in ('import', 'update', 'order', 'cancellation', 'return', 'correction', 'removal')`,
        ),
    )
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stock_changes_key', ['product_id', 'number'])
    .execute();
  await completeHistory(db);
}

/**
 * An order that can still be cancelled took its quantity, if its product is counted today: the last release would
 * return as much. The first change of a product is what it had before these orders.
 */
async function completeHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    update order_items set taken = qty
    where order_id in (select id from orders where status = 'placed')
      and product_id in (select id from products where stock is not null)`.execute(db);
  await sql`
    insert into stock_changes (product_id, number, units, reason, order_id, made_at)
    select id, 1, units, 'correction', null, updated_at from (
      select id, updated_at, stock + coalesce(taken, 0) as units from products
      left join (
        select product_id, sum(taken) as taken from order_items group by product_id
      ) as lines on product_id = id
    ) as counted where units > 0`.execute(db);
  await sql`
    insert into stock_changes (product_id, number, units, reason, order_id, made_at)
    select product_id, 1 + row_number() over (partition by product_id order by placed_at, order_id),
      -taken, 'order', order_id, placed_at
    from order_items join orders on orders.id = order_id where taken > 0`.execute(db);
}
