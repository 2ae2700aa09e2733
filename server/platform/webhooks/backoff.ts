/** The time until an event is sent again after a failed attempt, as Standard Webhooks recommends. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays after the first attempt, the second one, and so on: ten attempts within three days. The last one repeats. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
];
const LAST_DELAY = 20 * HOUR;
/** The random part of a delay, so that events that failed together are retried at different times. */
const JITTER = 0.1;

/**
 * @param failed the number of failed attempts, at least one
 * @param random a number from 0 to 1
 * @returns milliseconds until the next attempt
 */
export function retryDelay(failed: number, random: number): number {
  const delay = DELAYS[failed - 1] ?? LAST_DELAY;
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
