/** Runs expensive work, a few tasks at a time, with a fair share of the queue for each network. */
import { Refusal } from '../../../contract/refusals.ts';

const RETRY_AFTER_SECONDS = 1;

export interface LimiterOptions {
  /** Tasks that run at the same time. */
  concurrency: number;
  /** Tasks of all networks together that may wait. */
  queueMax: number;
  /** Tasks of one network that may wait. */
  queuePerNetwork: number;
}

/**
 * Runs `work` once there is room. Networks take turns: whoever sends one task waits for one task of each other network
 * at most, however many of them wait.
 * @throws Refusal OVERLOADED if the queue of the network, or of all together, is full
 */
export type LimitConcurrency = <T>(network: string, work: () => Promise<T>) => Promise<T>;

export function createConcurrencyLimiter(options: LimiterOptions): LimitConcurrency {
  const { concurrency, queueMax, queuePerNetwork } = options;
  /** Tasks that wait, by network. A Map keeps the order: the first network is next. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let queued = 0;

  function waitInQueue(network: string): Promise<void> {
    const queue = queues.get(network) ?? [];
    if (queued >= queueMax || queue.length >= queuePerNetwork) {
      throw new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push(resolve);
    queues.set(network, queue);
    queued++;
    return promise;
  }

  /** A task that ends hands its place to the next in the queue, so `running` stays the same. */
  function startNext(): void {
    const [next] = queues;
    if (next === undefined) {
      running--;
      return;
    }
    const [network, queue] = next;
    const start = queue.shift();
    queues.delete(network);
    if (queue.length > 0) queues.set(network, queue);
    queued--;
    start?.();
  }

  return async (network, work) => {
    if (running < concurrency) running++;
    else await waitInQueue(network);
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}
