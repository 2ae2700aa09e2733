/** Which of the shop's rates of tax a product has. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('products').addColumn('tax', 'text').execute();
}
