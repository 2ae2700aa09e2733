/** The history of orders also has parcels and notes. Refunds have their lines. */
import { type Kysely, type RawBuilder, sql } from 'kysely';

type AnySchema = Kysely<unknown>;

const kinds = sql`kind in ('shipped', 'cancelled', 'refunded', 'tracked', 'noted')`;

export async function upSqlite(db: AnySchema): Promise<void> {
  await rebuildHistory(db, kinds);
  await addReturns(db);
}

export async function upPostgres(db: AnySchema): Promise<void> {
  await db.schema.alterTable('order_changes').dropConstraint('order_changes_kind_check').execute();
  await db.schema
    .alterTable('order_changes')
    .addCheckConstraint('order_changes_kind_check', kinds)
    .execute();
  for (const column of ['carrier', 'tracking']) {
    await db.schema.alterTable('order_changes').addColumn(column, 'text').execute();
  }
  await addReturns(db);
}

/** SQLite can't change a constraint: the table is written anew. */
async function rebuildHistory(db: AnySchema, kindCheck: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('new_order_changes')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('number', 'integer', (c) => c.notNull().check(sql`number >= 1`))
    .addColumn('kind', 'text', (c) => c.notNull().check(kindCheck))
    .addColumn('amount_cents', 'bigint', (c) => c.notNull().check(sql`amount_cents >= 0`))
    .addColumn('made_by', 'text', (c) => c.notNull().check(sql`made_by in ('shopper', 'operator')`))
    .addColumn('note', 'text')
    .addColumn('request_key', 'text')
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('carrier', 'text')
    .addColumn('tracking', 'text')
    .addPrimaryKeyConstraint('order_changes_key', ['order_id', 'number'])
    .addUniqueConstraint('order_changes_request_key', ['order_id', 'request_key'])
    .execute();
  await sql`
    insert into new_order_changes
      select order_id, number, kind, amount_cents, made_by, note, request_key, made_at, null, null
      from order_changes`.execute(db);
  await db.schema.dropTable('order_changes').execute();
  await db.schema.alterTable('new_order_changes').renameTo('order_changes').execute();
}

async function addReturns(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('order_returns')
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('refunded', 'integer', (c) => c.notNull().check(sql`refunded >= 0`))
    .addColumn('restocked', 'integer', (c) => c.notNull().check(sql`restocked >= 0`))
    .addPrimaryKeyConstraint('order_returns_key', ['order_id', 'number', 'line'])
    .addForeignKeyConstraint('order_returns_line', ['order_id', 'line'], 'order_items', [
      'order_id',
      'line',
    ])
    .addForeignKeyConstraint('order_returns_change', ['order_id', 'number'], 'order_changes', [
      'order_id',
      'number',
    ])
    .execute();
}
