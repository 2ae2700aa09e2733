import { expect, test } from 'vitest';
import { type Quality, qualityOf, quantileOf } from './metrics.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

test.each<[keyof Quality, string, found: number[], relevant: number[], expected: number]>([
  ['recall', 'is the fraction of relevant products found', [1, 9, 2], [1, 2, 3, 4], 0.5],
  ['recall', 'counts the 100th result', range(1, 150), [100], 1],
  ['recall', 'ignores the 101st result', range(1, 150), [101], 0],
  ['recall', 'is 1 if all results are relevant', range(1, 100), range(1, 400), 1],
  ['recall', 'is 1 for nonsense without results', [], [], 1],
  ['precision', 'is 0 for nonsense with results', [1], [], 0],
  ['precision', 'ignores the 11th result', range(1, 20), range(6, 20), 0.5],
  ['precision', 'is 1 if all that is relevant is found', range(1, 20), [3, 10], 1],
  ['precision', 'counts missing results as wrong', [1, 2], range(1, 20), 0.2],
  ['reciprocalRank', 'is 1/3 for the third result', [1, 2, 7], [7, 8], 1 / 3],
  ['reciprocalRank', 'ignores the 101st result', [...range(101, 200), 7], [7, 8], 0],
])('%s %s', (metric, _sentence, found, relevant, expected) => {
  expect(qualityOf(found, new Set(relevant))[metric]).toBe(expected);
});

test('a quantile is one of the numbers', () => {
  const quantiles = [0, 0.5, 0.99, 1].map((fraction) => quantileOf([5, 1, 4, 2, 3], fraction));
  expect(quantiles).toEqual([1, 3, 5, 5]);
});
