/** The pictures that are made of the shop's identity when it is imported. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shop_identity').addColumn('pictures', 'text').execute();
}
