import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, isLostFight } from './postgres/errors.ts';
import type { Db, Tx } from './schema.ts';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 5;
/** What failed later than that isn't begun again: where the database is silent, each attempt takes its whole time. */
const BEGIN_AGAIN_MS = 5_000;

/**
 * Does all of the work in one transaction, or nothing of it. Tries again what the engine undid for
 * another transaction's sake, and what lost its connection before it asked to commit. Never what lost
 * it afterwards: whether that was committed nobody knows, and only the request itself, sent again with
 * its idempotency key, can find out.
 *
 * @param work may run more than once, so it changes nothing but the database
 * @throws what the work throws, and Refusal OVERLOADED where the database can't be asked
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    let isWorkDone = false;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        isWorkDone = true;
        return result;
      });
    } catch (error) {
      const hasLostConnection = error instanceof DatabaseUnavailable && error.isWorthAnother;
      const isUndone = isLostFight(error) || (hasLostConnection && !isWorkDone);
      const isTooLate = performance.now() - startedAt > BEGIN_AGAIN_MS;
      if (!isUndone || isTooLate || attempt === ATTEMPTS) throw error;
      // Not all at the same moment again.
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}
