import { onTestFinished, vi } from 'vitest';

/**
 * Lets no time pass for the database's pool until the test ends. On a slow machine it would refuse a request that waits
 * too long for a connection.
 */
export function stopPoolClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
