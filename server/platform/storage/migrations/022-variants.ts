/** Variants of products: each is a product of its own that names its group and its option. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['group_id', 'option']) {
    const table = db.schema.alterTable('products');
    await table.addColumn(column, 'text', (c) => c.notNull().defaultTo('')).execute();
  }
  // Only variants are in the index, so that shops without variants pay nothing for it.
  await sql`create index products_in_groups on products (group_id, active, position)
    where group_id <> ''`.execute(db);
}
