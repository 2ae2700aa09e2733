/** When an attempt to deliver an event failed: when to try again, as Standard Webhooks recommends. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first attempt, the second one, and so on: ten attempts within three days. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Of a delay, more or less: events that failed together don't come back together. */
const JITTER = 0.1;

/**
 * @param failed attempts, at least one
 * @param random from 0 to 1
 * @returns milliseconds until the next attempt; undefined where the event is to be given up
 */
export function retryDelay(failed: number, random: number): number | undefined {
  const delay = DELAYS[failed - 1];
  return delay && Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
