/** An index to list products on sale: after many imports most products may not be. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const index = db.schema.createIndex('products_on_sale').on('products');
  await index.columns(['active', 'position']).execute();
}
