import { compileOnce } from './compile-once.ts';
import type { Db, Tx } from './schema.ts';

const selectUserLocked = compileOnce((db: Db, user: { id: string }) =>
  db.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate(),
);

/**
 * Holds everything of one shopper still until the transaction ends: cart, addresses, wallet, orders.
 *
 * The order of locks, the same everywhere so that no two transactions wait for each other: the
 * catalogue, the user, then products by id, then the wallet. Where row locks have no meaning (SQLite),
 * the transaction itself already holds the only lock there is.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await selectUserLocked(tx, { id: userId });
}

/** One change of which products there are at a time: their positions are counted. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await tx.selectFrom('catalogue_state').select('id').forNoKeyUpdate().execute();
}
