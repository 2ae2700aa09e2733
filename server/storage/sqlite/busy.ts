/** Other processes write to the same file of SQLite: what to do while they do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { primaryCodeOf } from './faults.ts';

/** How long to wait for another process (an import, say) to finish what it does. */
export const LOCK_TIMEOUT_MS = 10_000;
const LOCK_RETRY_MS = 10;
/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Tries again while another process holds a lock; the wait leaves the event loop free.
 * @param deadline of `performance.now()`; behind it there is one attempt
 * @throws whatever the attempt throws, and that it is busy when it has been for too long
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
      await sleep(LOCK_RETRY_MS);
    }
  }
}

export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === SQLITE_BUSY;
}
