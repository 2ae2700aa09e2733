/** In a shop that has sold before it issues invoices: which orders are too old to get one. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoice_start')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('placed_after', 'bigint', (c) => c.notNull())
    .execute();
  // An earlier 1.0.0 may have issued invoices already.
  await sql`
    insert into invoice_start (id, placed_after)
    select 1, max(placed_at) from orders where not exists (select 1 from invoices)
    having max(placed_at) is not null`.execute(db);
}
