/** How long answers took by the shop's own account: its log has a line about each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../../drill/children.ts';

/** The log is written every 100 ms. */
const PAUSE_MS = 50;
const PATIENCE_MS = 10_000;

/**
 * Milliseconds of each of so many requests, from when the shop began with one until it was answered.
 * @param from what the shop had written before them, see `Child.written`
 * @throws Error where the log doesn't have as many
 */
export async function serverTimes(shop: Child, from: number, requests: number): Promise<number[]> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const times = timesIn(shop.output(from));
    if (times.length >= requests) return times.slice(0, requests);
    await sleep(PAUSE_MS);
  }
  throw new Error(`The shop's log does not have ${requests} requests`);
}

function timesIn(log: string): number[] {
  // The last line may not be there as a whole.
  const lines = log.split('\n').slice(0, -1);
  return lines
    .filter((line) => line.includes('"msg":"answered"'))
    .map((line) => JSON.parse(line).ms as number);
}
