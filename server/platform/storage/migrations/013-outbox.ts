/** The outbox: events that are written together with the change that they tell of, and sent afterwards. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`type in ('order.placed', 'order.shipped', 'order.cancelled', 'order.refunded', 'account.erased')`,
        ),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('number', 'integer', (c) => c.notNull().check(sql`number >= 0`))
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0).check(sql`attempts >= 0`))
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('last_error', 'text')
    .addUniqueConstraint('events_in_order', ['order_id', 'number'])
    .addCheckConstraint('events_order_check', sql`(type = 'account.erased') = (order_id is null)`)
    .addCheckConstraint('events_state_check', sql`next_attempt_at is null or delivered_at is null`)
    .execute();
  for (const column of ['user_id', 'next_attempt_at', 'delivered_at']) {
    await db.schema.createIndex(`events_${column}`).on('events').column(column).execute();
  }
}
