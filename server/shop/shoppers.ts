/** The data of one shopper: what is cached of it, and the one way to change it. */

import type { AppServices } from '../platform/services.ts';
import { lockUser } from '../platform/storage/locks.ts';
import type { Tx } from '../platform/storage/schema.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { transact } from '../platform/storage/transaction.ts';
import { endSession, loadSession } from './accounts/store.ts';
import { readCart } from './cart/store.ts';

export function openShopperCaches({
  db,
  createShopperCache,
}: Pick<Storage, 'db' | 'createShopperCache'>): Pick<AppServices, 'sessions' | 'carts'> {
  return {
    sessions: createShopperCache((tokenHash) => loadSession(db, tokenHash)),
    carts: createShopperCache((userId) => readCart(db, userId)),
  };
}

/**
 * Changes a shopper's cart, addresses, wallet or orders: one transaction that locks the shopper first, so that two
 * requests of one shopper run one after the other. Whatever its outcome, what is cached is read anew afterwards.
 * @param work may run more than once
 * @throws what the work throws, and Refusal OVERLOADED where the database can't be asked
 */
export function withShopper<T>(
  { db, carts }: Pick<AppServices, 'db' | 'carts'>,
  userId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const lockedWork = async (tx: Tx): Promise<T> => {
    await lockUser(tx, userId);
    return work(tx);
  };
  return transact(db, lockedWork).finally(() => carts.delete(userId));
}

/** From then on the token is refused. */
export async function logOut(
  { db, sessions }: Pick<AppServices, 'db' | 'sessions'>,
  tokenHash: string,
): Promise<void> {
  await transact(db, (tx) => endSession(tx, tokenHash)).finally(() => sessions.delete(tokenHash));
}
