/** Runs expensive work, a few tasks at a time, with a fair share for each network. */

import { currentClient } from './client.ts';
import { FairQueue } from './fair-queue.ts';

export interface LimiterOptions<Queue extends string> {
  /** Tasks that run at the same time, of all queues together. */
  concurrency: number;
  /** Tasks that may wait in each queue. No queue takes the places of another. */
  queueMax: Record<Queue, number>;
  /** While several queues have tasks, they start a task in this order, again and again. */
  turns: readonly Queue[];
}

/**
 * Runs `work` once there is room, and tells it how many wait behind it in its `FairQueue`.
 * @throws Refusal OVERLOADED if there is no place, or the place was lost
 */
export type LimitConcurrency<Queue extends string> = <T>(
  queue: Queue,
  work: (behind: number) => Promise<T>,
) => Promise<T>;

export function createConcurrencyLimiter<Queue extends string>(
  options: LimiterOptions<Queue>,
): LimitConcurrency<Queue> {
  const { concurrency, queueMax, turns } = options;
  const queues = new Map(turns.map((name) => [name, new FairQueue(queueMax[name])]));
  let running = 0;
  let turn = 0;

  /** A task that ends hands its place to the next in the queue, so `running` stays the same. */
  function startNext(): void {
    for (let skipped = 0; skipped < turns.length; skipped++) {
      const name = turns[turn++ % turns.length];
      const next = name && queues.get(name)?.take();
      if (next === undefined) continue;
      next.resolve();
      return;
    }
    running--;
  }

  return async (name, work) => {
    const queue = queues.get(name);
    if (running < concurrency) running++;
    else await queue?.wait(currentClient());
    try {
      return await work(queue?.length ?? 0);
    } finally {
      startNext();
    }
  };
}
