import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { networkOf } from './network.ts';

/** Two at a time, since one may wait for the database; the queue is about a second of work. */
const LIMITS = { concurrency: 2, queueMax: 60, queuePerNetwork: 20 };

/**
 * Runs rendering and searching, which take the thread that answers all other requests: a few at a time, with a fair
 * share for each network. Other requests are answered between them.
 * @throws Refusal OVERLOADED if too much waits already
 */
export type LimitWork = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

export function createWorkLimiter(): LimitWork {
  const limit = createConcurrencyLimiter(LIMITS);
  return ({ ip }, work) =>
    limit(networkOf(ip), async () => {
      await nextTurn();
      return work();
    });
}
