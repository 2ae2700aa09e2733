/**
 * Row locks. Every transaction takes them in the same order, so that no two wait for each other: the
 * catalogue, the user, products by id, the wallet. SQLite has no row locks: its write transactions run
 * one at a time.
 */
import type { Tx } from './schema.ts';

/** Until the transaction ends, nobody else changes this user's cart, addresses, wallet and orders. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Until the transaction ends, nobody else adds or removes products: new positions are counted from the last. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await tx.selectFrom('catalogue_state').select('id').forNoKeyUpdate().execute();
}
