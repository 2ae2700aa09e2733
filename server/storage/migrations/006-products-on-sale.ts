/** What is on sale is listed without a look at what isn't any more: a feed that replaces all leaves much of that. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const index = db.schema.createIndex('products_on_sale').on('products');
  await index.columns(['active', 'position']).execute();
}
