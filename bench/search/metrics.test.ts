import { expect, test } from 'vitest';
import { type Quality, qualityOf, quantileOf } from './metrics.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);
const grade = (grade: number, ids: readonly number[]) =>
  new Map(ids.map((id): [number, number] => [id, grade]));

test.each<[keyof Quality, string, found: number[], Map<number, number>, expected: number]>([
  ['recall', 'is the fraction of relevant products found', [1, 9, 2], grade(3, [1, 2, 3, 4]), 0.5],
  ['recall', 'counts the 100th result', range(1, 150), grade(2, [100]), 1],
  ['recall', 'ignores the 101st result', range(1, 150), grade(2, [101]), 0],
  ['recall', 'is 1 if all results are relevant', range(1, 100), grade(3, range(1, 400)), 1],
  ['recall', 'is 1 for nonsense without results', [], new Map(), 1],
  ['answered', 'is 0 for nonsense with results', [1], new Map(), 0],
  ['answered', 'is 1 for a query with any result', [1], grade(3, [2]), 1],
  ['ndcg', 'is 1 if the best come first', [1, 2, 3], new Map([...grade(3, [1]), [2, 1]]), 1],
  ['ndcg', 'counts the second place less', [9, 1], grade(3, [1]), 1 / Math.log2(3)],
  ['ndcg', 'ignores the 11th result', range(1, 20), grade(3, [11]), 0],
  [
    'ndcg',
    'counts grade 3 seven times as much as grade 1',
    [2],
    new Map([
      [1, 3],
      [2, 1],
    ]),
    1 / (7 + 1 / Math.log2(3)),
  ],
  ['reciprocalRank', 'is 1/3 for the third result', [1, 2, 7], grade(3, [7, 8]), 1 / 3],
  [
    'reciprocalRank',
    'passes over grade 1',
    [1, 7],
    new Map([
      [1, 1],
      [7, 2],
    ]),
    1 / 2,
  ],
  ['reciprocalRank', 'ignores the 101st result', [...range(101, 200), 7], grade(3, [7, 8]), 0],
])('%s %s', (metric, _sentence, found, grades, expected) => {
  expect(qualityOf(found, grades)[metric]).toBeCloseTo(expected, 10);
});

test('a quantile is one of the numbers', () => {
  const quantiles = [0, 0.5, 0.99, 1].map((fraction) => quantileOf([5, 1, 4, 2, 3], fraction));
  expect(quantiles).toEqual([1, 3, 5, 5]);
});
