/** Invoices and credit notes, and which orders and changes have none yet. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('sequence', 'integer', (c) => c.notNull().check(sql`sequence >= 1`))
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('change_number', 'integer', (c) => c.notNull().check(sql`change_number >= 0`))
    .addColumn('amount_cents', 'bigint', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('seller', 'text', (c) => c.notNull())
    .addColumn('tax', 'text')
    .addColumn('tax_cents', 'bigint', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('invoices_sequence', ['year', 'sequence'])
    .addUniqueConstraint('invoices_document', ['order_id', 'change_number'])
    .execute();
  for (const table of ['orders', 'order_changes']) {
    await db.schema.alterTable(table).addColumn('invoice', 'text').execute();
  }
  await sql`create index orders_without_invoice on orders (placed_at) where invoice is null`.execute(
    db,
  );
  await sql`
    create index order_changes_without_invoice on order_changes (made_at)
      where invoice is null and amount_cents > 0`.execute(db);
}
