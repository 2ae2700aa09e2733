import { Refusal } from '../../../contract/refusals.ts';

const RETRY_AFTER_SECONDS = 1;

interface LimiterOptions {
  /** Tasks that run at the same time. */
  concurrency: number;
  /** Tasks that may wait. */
  queueMax: number;
}

/** @returns a function that runs a task once there is room. @throws Refusal OVERLOADED where the queue is full */
export function createConcurrencyLimiter({
  concurrency,
  queueMax,
}: LimiterOptions): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < concurrency) {
      running++;
    } else {
      if (queue.length >= queueMax) {
        throw new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
      }
      // A task that ends hands its place to the first in the queue, so `running` stays the same.
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
