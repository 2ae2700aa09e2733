/** The one way to change what belongs to a shopper: account, cart, addresses, wallet, orders. */
import type { Services, ShopServices } from '../platform/services.ts';
import { lockUser } from '../platform/storage/locks.ts';
import type { Tx } from '../platform/storage/schema.ts';
import { transact } from '../platform/storage/transaction.ts';
import { lockSession, type Shopper } from './accounts/store.ts';
import { ChangeRecorder } from './events/recorder.ts';

/** May run more than once, so it must have no effects but those on the database and the recorder. */
export type ShopWork<T> = (tx: Tx, recorder: ChangeRecorder) => Promise<T>;

type ChangeServices = Pick<ShopServices, 'db' | 'outbox' | 'meter'>;

/**
 * Changes what belongs to a shopper who is logged in, in one transaction that locks the shopper first: two requests of
 * one shopper run one after the other.
 * @throws what the work throws, and Refusal SESSION_EXPIRED if the session has ended meanwhile, or OVERLOADED if the
 *   database doesn't answer
 */
export function withShopper<T>(
  services: ChangeServices & Pick<Services, 'now'>,
  shopper: Shopper,
  work: ShopWork<T>,
): Promise<T> {
  return transactShop(services, async (tx, recorder) => {
    await lockSession(tx, shopper, services.now());
    return work(tx, recorder);
  });
}

/** The same for an operator, who needs no session of the shopper. */
export function withAccount<T>(
  services: ChangeServices,
  userId: string,
  work: ShopWork<T>,
): Promise<T> {
  return transactShop(services, async (tx, recorder) => {
    await lockUser(tx, userId);
    return work(tx, recorder);
  });
}

/** A transaction, and after its commit what must follow it: webhooks and meters. */
export async function transactShop<T>(services: ChangeServices, work: ShopWork<T>): Promise<T> {
  const { result, recorder } = await transact(services.db, async (tx) => {
    const recorder = new ChangeRecorder(services, tx);
    return { result: await work(tx, recorder), recorder };
  });
  recorder.committed();
  return result;
}
