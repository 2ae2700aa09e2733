import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../../contract/refusals.ts';
import { createConcurrencyLimiter } from '../queues/concurrency-limiter.ts';

/** Two run at the same time, because one of them may wait for the database. */
const LIMITS = { concurrency: 2, queueMax: { work: 60 }, turns: ['work'] as const };
/**
 * Work that waited longer is refused if more than `BEHIND_MAX` wait behind it: it would keep the queue long, and all of
 * them waiting. Fewer are done soon, and have waited so long only because the whole process stood still.
 */
const WAIT_MAX_MS = 400;
const BEHIND_MAX = 10;
const RETRY_AFTER_SECONDS = 1;

/**
 * Runs rendering and searching, which occupy the thread that answers all other requests. Only a few run at the same
 * time, each network gets a fair share, and other requests are answered in between.
 * @throws Refusal OVERLOADED if too much waits already, or if the work waited too long and much waits behind it
 */
export type LimitWork = <T>(work: () => Promise<T>) => Promise<T>;

export function createWorkLimiter(): LimitWork {
  const limit = createConcurrencyLimiter(LIMITS);
  return (work) => {
    const queuedAt = performance.now();
    return limit('work', async (behind) => {
      if (behind > BEHIND_MAX && performance.now() - queuedAt > WAIT_MAX_MS) {
        throw new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
      }
      await nextTurn();
      return work();
    });
  };
}
