import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

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
  const limit = createConcurrencyLimiter({ concurrency: 2, queueMax: 1 });
  const { begun, works, work } = createWorks(5);
  const [one, two, three] = [limit(work(0)), limit(work(1)), limit(work(2))];
  await expect(limit(work(3))).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  expect(begun).toEqual([0, 1]);

  works[0]?.reject(new Error('a defect'));
  await expect(one).rejects.toThrow('a defect');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  const last = limit(work(4));
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve();
  await Promise.all([two, three, last]);
  expect(begun).toEqual([0, 1, 2, 4]);
});
