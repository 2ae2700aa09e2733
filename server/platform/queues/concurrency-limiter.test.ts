import { expect, test } from 'vitest';
import { runFor } from './client.ts';
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
  const endAll = () => {
    for (const { resolve } of works) resolve();
  };
  return { begun, works, work, endAll };
}

/** With one queue. */
function createLimiter(concurrency: number, queueMax: number) {
  const limit = createConcurrencyLimiter({
    concurrency,
    queueMax: { only: queueMax },
    turns: ['only'],
  });
  return (client: string, work: () => Promise<void>) => runFor(client, () => limit('only', work));
}

test('two run, one waits, the fourth is refused; one that ends or fails makes room', async () => {
  const limit = createLimiter(2, 1);
  const { begun, works, work, endAll } = createWorks(5);
  const [one, two, three] = [limit('a', work(0)), limit('a', work(1)), limit('a', work(2))];
  await expect(limit('b', work(3))).rejects.toMatchObject(OVERLOADED);
  expect(begun).toEqual([0, 1]);

  works[0]?.reject(new Error('a defect'));
  await expect(one).rejects.toThrow('a defect');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  const last = limit('a', work(4));
  expect(begun).toEqual([0, 1, 2]);
  endAll();
  await Promise.all([two, three, last]);
  expect(begun).toEqual([0, 1, 2, 4]);
});

test('clients take turns, and one that fills the queue loses its last places to others', async () => {
  const limit = createLimiter(1, 4);
  const { begun, work, endAll } = createWorks(8);
  const greedy = [0, 1, 2, 3, 4].map((index) => limit('greedy', work(index)));
  await expect(limit('greedy', work(5))).rejects.toMatchObject(OVERLOADED);
  const others = [limit('one', work(6)), limit('two', work(7))];

  endAll();
  const outcomes = await Promise.allSettled([...greedy, ...others]);
  expect(begun).toEqual([0, 1, 6, 7, 2]);
  const rejected = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? index : []));
  expect(rejected).toEqual([3, 4]);
  expect(outcomes[4]).toMatchObject({ reason: OVERLOADED });
});

test('a full queue takes no place of another, and queues take turns', async () => {
  const limit = createConcurrencyLimiter({
    concurrency: 1,
    queueMax: { often: 3, seldom: 2 },
    turns: ['often', 'often', 'seldom'],
  });
  const { begun, work, endAll } = createWorks(7);
  const running = [0, 1, 2].map((index) => limit('seldom', work(index)));
  await expect(limit('seldom', work(3))).rejects.toMatchObject(OVERLOADED);
  running.push(...[4, 5, 6].map((index) => limit('often', work(index))));
  endAll();
  await Promise.all(running);
  expect(begun).toEqual([0, 4, 5, 1, 6, 2]);
});
