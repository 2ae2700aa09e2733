/** Runs expensive work, a few tasks at a time, with a fair share for each network. */
import { FairQueue } from '../sharing/fair-queue.ts';
import { currentSharer } from '../sharing/sharer.ts';

export interface LimiterOptions<Lane extends string> {
  /** Tasks that run at the same time, of all lanes together. */
  concurrency: number;
  /** Tasks that may wait in each lane. No lane takes the places of another. */
  queueMax: Record<Lane, number>;
  /** While several lanes wait, they start a task in this order, again and again. */
  turns: readonly Lane[];
}

/**
 * Runs `work` once there is room, and tells it how many wait behind it in its lane, which is a `FairQueue`.
 * @throws Refusal OVERLOADED if there is no place, or the place was lost
 */
export type LimitConcurrency<Lane extends string> = <T>(
  lane: Lane,
  work: (behind: number) => Promise<T>,
) => Promise<T>;

export function createConcurrencyLimiter<Lane extends string>(
  options: LimiterOptions<Lane>,
): LimitConcurrency<Lane> {
  const { concurrency, queueMax, turns } = options;
  const queues = new Map(turns.map((lane) => [lane, new FairQueue(queueMax[lane])]));
  let running = 0;
  let turn = 0;

  /** A task that ends hands its place to the next in the queue, so `running` stays the same. */
  function startNext(): void {
    for (let skipped = 0; skipped < turns.length; skipped++) {
      const lane = turns[turn++ % turns.length];
      const next = lane && queues.get(lane)?.take();
      if (next === undefined) continue;
      next.resolve();
      return;
    }
    running--;
  }

  return async (lane, work) => {
    const queue = queues.get(lane);
    if (running < concurrency) running++;
    else await queue?.wait(currentSharer());
    try {
      return await work(queue?.length ?? 0);
    } finally {
      startNext();
    }
  };
}
