/** The one way to change what belongs to a shopper: account, cart, addresses, wallet, orders. */
import type { Meter, NewEvent, Services, ShopServices } from '../../platform/services.ts';
import { lockUser } from '../../platform/storage/locks.ts';
import type { Tx } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { lockSession, type Shopper } from './authentication.ts';

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

/** Tells others of a change: the receiver of webhooks in the same transaction, the meter after its commit. */
export class ChangeRecorder {
  readonly #services: Pick<ShopServices, 'outbox' | 'meter'>;
  readonly #tx: Tx;
  readonly #afterCommit: (() => void)[] = [];

  constructor(services: Pick<ShopServices, 'outbox' | 'meter'>, tx: Tx) {
    this.#services = services;
    this.#tx = tx;
  }

  /** @param describe creates the event; called only if webhooks are on */
  async record(describe: (tx: Tx) => Promise<NewEvent>): Promise<void> {
    const { outbox } = this.#services;
    await outbox.add(this.#tx, () => describe(this.#tx));
    this.#afterCommit.push(() => outbox.wake());
  }

  measure(count: (meter: Meter) => void): void {
    this.#afterCommit.push(() => count(this.#services.meter));
  }

  committed(): void {
    for (const tell of this.#afterCommit) tell();
  }
}
