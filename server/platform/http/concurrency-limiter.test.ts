import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const OVERLOADED = { code: 'OVERLOADED', retryAfter: 1 };

/** Works that end when their promise is settled. */
function createWorks(count: number) {
  const begun: number[] = [];
  const works = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const work = (index: number) => () => {
    begun.push(index);
    return works[index]?.promise ?? Promise.resolve();
  };
  return { begun, works, work };
}

test('two run, one waits, the fourth is refused; one that ends or fails makes room', async () => {
  const limit = createConcurrencyLimiter({ concurrency: 2, queueMax: 1, queuePerNetwork: 1 });
  const { begun, works, work } = createWorks(5);
  const [one, two, three] = [limit('a', work(0)), limit('a', work(1)), limit('a', work(2))];
  await expect(limit('b', work(3))).rejects.toMatchObject(OVERLOADED);
  expect(begun).toEqual([0, 1]);

  works[0]?.reject(new Error('a defect'));
  await expect(one).rejects.toThrow('a defect');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  const last = limit('a', work(4));
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve();
  await Promise.all([two, three, last]);
  expect(begun).toEqual([0, 1, 2, 4]);
});

test('a network that sends much fills its own places alone, and networks take turns', async () => {
  const limit = createConcurrencyLimiter({ concurrency: 1, queueMax: 10, queuePerNetwork: 3 });
  const { begun, works, work } = createWorks(7);
  const greedy = [0, 1, 2, 3].map((index) => limit('greedy', work(index)));
  await expect(limit('greedy', work(4))).rejects.toMatchObject(OVERLOADED);
  const others = [limit('one', work(5)), limit('two', work(6))];

  for (const { resolve } of works) resolve();
  await Promise.all([...greedy, ...others]);
  expect(begun).toEqual([0, 1, 5, 6, 2, 3]);
});
