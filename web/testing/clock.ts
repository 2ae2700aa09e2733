import { vi } from 'vitest';

/**
 * Stops the clock, for the date and for timers that are set from now on, until the test moves it or ends. Vitest's
 * fake clock moves by itself during each expectation and input.
 */
export function stopClock() {
  const timers = new Map<number, { at: number; work: () => void }>();
  const { setTimeout, clearTimeout } = globalThis;
  const start = Date.now();
  let now = 0;
  let ids = 0;
  vi.setSystemTime(start);
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
    // No real timer has a negative id.
    const id = --ids;
    timers.set(id, { at: now + ms, work });
    return id;
  });
  vi.stubGlobal('clearTimeout', (id: number) => timers.delete(id) || clearTimeout(id));
  return {
    advance(ms: number): void {
      now += ms;
      vi.setSystemTime(start + now);
      for (const [id, { at, work }] of timers) {
        if (at <= now && timers.delete(id)) work();
      }
    },
    /** Lets time pass by itself again, for timers that are set from now on. */
    start(): void {
      vi.useRealTimers();
      vi.stubGlobal('setTimeout', setTimeout);
    },
  };
}
