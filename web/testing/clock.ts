import { vi } from 'vitest';

/**
 * Stops the clock for timers that are set from now on, until the test moves it or ends. Vitest's fake clock moves
 * by itself during each expectation and input.
 */
export function stopClock(): { advance: (ms: number) => void } {
  const timers = new Map<number, { at: number; work: () => void }>();
  let now = 0;
  let ids = 0;
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
    // No real timer has a negative id.
    const id = --ids;
    timers.set(id, { at: now + ms, work });
    return id;
  });
  const { clearTimeout } = globalThis;
  vi.stubGlobal('clearTimeout', (id: number) => timers.delete(id) || clearTimeout(id));
  return {
    advance(ms) {
      now += ms;
      for (const [id, { at, work }] of timers) {
        if (at <= now && timers.delete(id)) work();
      }
    },
  };
}
