import { describe, expect, test } from 'vitest';
import { ReceiverHealth } from './receiver-health.ts';

function fail(health: ReceiverHealth, orders: number, now: number): (number | undefined)[] {
  return Array.from({ length: orders }, (_, index) => health.failed(`order ${index}`, now));
}

describe('a receiver', () => {
  test('that works gets the maximum number of events at the same time', () => {
    const health = new ReceiverHealth(8);
    expect([health.room(0, 0), health.room(0, 3), health.room(0, 8)]).toEqual([8, 5, 0]);
  });

  test('that fails with only one order, however often, gets the others', () => {
    const health = new ReceiverHealth(8);
    for (let times = 0; times < 20; times++) health.failed('poison', times);
    expect(health.room(20, 0)).toBe(8);
  });

  test('that fails with five orders in a row is paused for five seconds, and then probed with one event', () => {
    const health = new ReceiverHealth(8);
    expect(fail(health, 8, 0)).toEqual([
      ...Array(4).fill(undefined),
      5_000,
      ...Array(3).fill(undefined),
    ]);
    expect(health.room(4_999, 0)).toBe(0);
    expect(health.room(5_000, 0)).toBe(1);
    expect(health.room(5_000, 1)).toBe(0);
  });

  test('that stays down is paused for twice as long each time, at most five minutes', () => {
    const health = new ReceiverHealth(8);
    fail(health, 5, 0);
    const pauses: number[] = [];
    for (let now = 5_000; pauses.length < 9; ) {
      const pauseMs = health.failed('next', now) ?? 0;
      pauses.push(pauseMs / 1_000);
      now += pauseMs;
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300, 300, 300]);
  });

  test('that accepts one event gets all again at once', () => {
    const health = new ReceiverHealth(8);
    fail(health, 5, 0);
    health.succeeded();
    expect(health.room(1, 0)).toBe(8);
    expect(health.failed('order 0', 1)).toBe(undefined);
  });

  test('that sends Retry-After is paused until then, at most five minutes', () => {
    const health = new ReceiverHealth(8);
    expect(health.failed('order', 0, 60_000)).toBe(60_000);
    expect([health.room(59_999, 0), health.room(60_000, 0)]).toEqual([0, 1]);
    expect(health.failed('order', 60_000, 3_600_000)).toBe(300_000);
  });

  test('that is gone gets no more events', () => {
    const health = new ReceiverHealth(8);
    health.gone();
    expect(health.room(1e12, 0)).toBe(0);
  });
});
