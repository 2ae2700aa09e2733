/** Work that only so many may do at once, so many may wait for, and the rest is told to come again. */
import { Refusal } from '../../contract/refusals.ts';

const RETRY_AFTER_SECONDS = 1;

interface Room {
  atOnce: number;
  waiting: number;
}

/** @returns runs the work in its turn. @throws Refusal OVERLOADED where there is no room to wait */
export function takingTurns({ atOnce, waiting }: Room): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) {
      running++;
    } else {
      if (queue.length >= waiting) {
        throw new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
      }
      // Whoever ends hands the place on.
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
