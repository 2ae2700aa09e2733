import { describe, expect, test } from 'vitest';
import { retryDelay } from './backoff.ts';

const delays = (random: number) =>
  Array.from({ length: 9 }, (_, index) => retryDelay(index + 1, random));

const HOUR_MS = 60 * 60 * 1_000;

describe('failed attempts', () => {
  test('are repeated soon, and then less and less often', () => {
    const seconds = delays(0.5).map((ms) => ms / 1_000);
    expect(seconds.slice(0, 4)).toEqual([5, 300, 1_800, 7_200]);
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  });

  test('are ten within three days, and follow each other after twenty hours then', () => {
    const hours = delays(0.5).reduce((sum, ms) => sum + ms, 0) / HOUR_MS;
    expect(hours).toBeGreaterThan(70);
    expect(hours).toBeLessThan(72);
    expect(retryDelay(10, 0.5)).toBe(20 * HOUR_MS);
  });

  test('are repeated up to a tenth earlier or later', () => {
    expect([retryDelay(2, 0), retryDelay(2, 1)]).toEqual([270_000, 330_000]);
  });
});
