/** Turns and lost places are tested in http/concurrency-limiter.test.ts, which has several such queues. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function openQueue(max: number) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new FairQueue(max);
  const ask = (client: string) => void queue.wait(client).catch(() => {});
  return { queue, ask, pass: (ms: number) => vi.advanceTimersByTime(ms) };
}

test('a client with much waits long, and others who come then do not', () => {
  const { queue, ask, pass } = openQueue(10);
  for (let n = 0; n < 5; n++) ask('flood');
  for (let n = 0; n < 3; n++) {
    pass(40);
    queue.take();
  }
  expect([queue.waitMsOf('flood'), queue.waitMsOf('other')]).toEqual([120, 0]);
  ask('other');
  pass(10);
  expect([queue.waitMsOf('flood'), queue.waitMsOf('other')]).toEqual([130, 10]);
  expect([queue.length, queue.lengthOf('flood'), queue.lengthOf('other')]).toEqual([3, 2, 1]);
});

test('everybody waits while no task is taken, or while many clients wait', () => {
  const { queue, ask, pass } = openQueue(10);
  ask('one');
  pass(40);
  ask('two');
  pass(40);
  expect(queue.waitMsOf('other')).toBe(80);
  queue.take();
  expect(queue.waitMsOf('other')).toBe(40);
  queue.take();
  expect(queue.waitMsOf('other')).toBe(0);
});
