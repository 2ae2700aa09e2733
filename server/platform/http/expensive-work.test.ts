import { expect, onTestFinished, test, vi } from 'vitest';
import { createWorkLimiter } from './expensive-work.ts';

/**
 * Queues a number of tasks behind the running ones, for a second in which nothing happens. @returns the outcome of each
 */
async function waitASecond(count: number): Promise<PromiseSettledResult<void>[]> {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limit = createWorkLimiter();
  const standstill = Promise.withResolvers<void>();
  const running = [1, 2].map(() => limit(() => standstill.promise));
  const waiting = Array.from({ length: count }, () => limit(async () => {}));
  const outcomes = Promise.allSettled(waiting);
  vi.advanceTimersByTime(1000);
  standstill.resolve();
  await Promise.all(running);
  return outcomes;
}

test('after a standstill, few that waited are done', async () => {
  for (const { status } of await waitASecond(10)) expect(status).toBe('fulfilled');
});

test('of many that waited too long, those that came first are refused, until few are left', async () => {
  const outcomes = await waitASecond(40);
  const refused = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(refused).toBeGreaterThan(20);
  for (const outcome of outcomes.slice(0, refused)) {
    expect(outcome).toMatchObject({ reason: { code: 'OVERLOADED', retryAfter: 1 } });
  }
  for (const { status } of outcomes.slice(refused)) expect(status).toBe('fulfilled');
});
