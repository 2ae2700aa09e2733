import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './faults.ts';

/** How long to wait for another process, such as an import. */
export const LOCK_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 10;

/**
 * Retries while another process holds the lock, without blocking the event loop.
 * @param deadline on the clock of `performance.now()`; after it there is one attempt
 * @throws what the attempt throws, also SQLite's busy error after the deadline
 */
export async function whileBusy<T>(
  attempt: () => T,
  deadline = performance.now() + LOCK_TIMEOUT_MS,
): Promise<Awaited<T>> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
}
