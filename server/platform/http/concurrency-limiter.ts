/** Runs expensive work, a few tasks at a time, so that nobody who sends much keeps others from their turn. */
import { Refusal } from '../../../contract/refusals.ts';

const RETRY_AFTER_SECONDS = 1;

export interface LimiterOptions<Lane extends string> {
  /** Tasks that run at the same time, of all lanes together. */
  concurrency: number;
  /** Tasks that may wait in each lane. No lane takes the places of another. */
  queueMax: Record<Lane, number>;
  /** While several lanes wait, they start a task in this order, again and again. */
  turns: readonly Lane[];
}

/**
 * Runs `work` once there is room, and tells it how many wait behind it in its lane. The sharers of a lane, networks for
 * example, take turns: whoever sends one task waits for one task of each other sharer at most, however many of them wait.
 * In a full lane, the sharer with most tasks loses its last one to a sharer with fewer.
 * @throws Refusal OVERLOADED if there is no place, or the place was lost
 */
export type LimitConcurrency<Lane extends string> = <T>(
  place: { lane: Lane; sharer: string },
  work: (behind: number) => Promise<T>,
) => Promise<T>;

/** A task that waits. */
type Waiting = PromiseWithResolvers<void>;

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

  return async ({ lane, sharer }, work) => {
    const queue = queues.get(lane);
    if (running < concurrency) running++;
    else await queue?.wait(sharer);
    try {
      return await work(queue?.length ?? 0);
    } finally {
      startNext();
    }
  };
}

/** The tasks that wait in one lane. */
class FairQueue {
  /** The tasks of each sharer, oldest first. A Map keeps the order: the first sharer is next. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #max: number;
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get length(): number {
    return this.#length;
  }

  /** Resolves when it is the task's turn. */
  wait(sharer: string): Promise<void> {
    const own = this.#waiting.get(sharer) ?? [];
    if (this.#length >= this.#max) this.#makeRoomFor(own);
    const task: Waiting = Promise.withResolvers();
    own.push(task);
    this.#waiting.set(sharer, own);
    this.#length++;
    return task.promise;
  }

  take(): Waiting | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [sharer, tasks] = next;
    const task = tasks.shift();
    this.#waiting.delete(sharer);
    if (tasks.length > 0) this.#waiting.set(sharer, tasks);
    this.#length--;
    return task;
  }

  #makeRoomFor(own: readonly Waiting[]): void {
    const refusal = new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    let most: Waiting[] = [];
    for (const tasks of this.#waiting.values()) if (tasks.length > most.length) most = tasks;
    if (most.length <= own.length + 1) throw refusal;
    most.pop()?.reject(refusal);
    this.#length--;
  }
}
