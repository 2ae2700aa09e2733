import { setTimeout as sleep } from 'node:timers/promises';

/** A database that does not reply must not delay the other metrics for longer. */
const TIMEOUT_MS = 1_000;

/** @returns undefined if the reading fails or takes too long */
export function readInTime<T>(reading: Promise<T>): Promise<T | undefined> {
  const late = sleep(TIMEOUT_MS, undefined, { ref: false });
  return Promise.race([reading, late]).catch(() => undefined);
}
