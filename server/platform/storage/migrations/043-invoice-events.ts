/** Events of all kinds that the shop has, and two of one change: the change, and its document. */
import { type Kysely, sql } from 'kysely';

type AnySchema = Kysely<unknown>;

const types = sql`type in ('order.placed', 'order.shipped', 'order.tracked', 'order.cancelled', 'order.refunded', 'invoice.issued', 'account.erased')`;

export async function upPostgres(db: AnySchema): Promise<void> {
  const events = () => db.schema.alterTable('events');
  await events().dropConstraint('events_type_check').execute();
  await events().addCheckConstraint('events_type_check', types).execute();
  await events().dropConstraint('events_in_order').execute();
  await events().addUniqueConstraint('events_in_order', ['order_id', 'number', 'type']).execute();
}

/** SQLite can't change a constraint: the table is written anew. */
export async function upSqlite(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('new_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull().check(types))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('number', 'integer', (c) => c.notNull().check(sql`number >= 0`))
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0).check(sql`attempts >= 0`))
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('waiting_since', 'bigint', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('events_in_order', ['order_id', 'number', 'type'])
    .addCheckConstraint('events_order_check', sql`(type = 'account.erased') = (order_id is null)`)
    .addCheckConstraint('events_state_check', sql`next_attempt_at is null or delivered_at is null`)
    .execute();
  await sql`
    insert into new_events (id, type, user_id, order_id, number, payload, created_at, attempts,
      next_attempt_at, delivered_at, last_error, waiting_since)
    select id, type, user_id, order_id, number, payload, created_at, attempts,
      next_attempt_at, delivered_at, last_error, waiting_since
    from events order by rowid`.execute(db);
  await db.schema.dropTable('events').execute();
  await db.schema.alterTable('new_events').renameTo('events').execute();
  for (const column of ['user_id', 'next_attempt_at', 'delivered_at']) {
    await db.schema.createIndex(`events_${column}`).on('events').column(column).execute();
  }
}
