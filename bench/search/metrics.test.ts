import { describe, expect, test } from 'vitest';
import { meanQuality, qualityOf, qualityOfNothing, quantileOf } from './metrics.ts';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('recall', () => {
  const recall = (found: number[], relevant: number[]) =>
    qualityOf(found, new Set(relevant)).recall;

  test('is the share of the relevant that was found', () => {
    expect(recall([1, 9, 2], [1, 2, 3, 4])).toBe(0.5);
  });

  test('looks at the first 100 hits only', () => {
    expect(recall(numbers(1, 150), [100])).toBe(1);
    expect(recall(numbers(1, 150), [101])).toBe(0);
  });

  test('asks for no more than fits into 100', () => {
    expect(recall(numbers(1, 100), numbers(1, 400))).toBe(1);
    expect(recall(numbers(351, 450), numbers(1, 400))).toBe(0.5);
  });
});

describe('precision', () => {
  const precision = (found: number[], relevant: number[]) =>
    qualityOf(found, new Set(relevant)).precision;

  test('looks at the first 10 hits only', () => {
    expect(precision(numbers(1, 20), numbers(6, 20))).toBe(0.5);
  });

  test('asks for no more than is relevant', () => {
    expect(precision(numbers(1, 20), [3, 10])).toBe(1);
    expect(precision(numbers(1, 20), [3, 11])).toBe(0.5);
  });

  test('counts missing hits as wrong ones', () => {
    expect(precision([1, 2], numbers(1, 20))).toBe(0.2);
  });
});

describe('reciprocal rank', () => {
  const rank = (found: number[], relevant: number[]) =>
    qualityOf(found, new Set(relevant)).reciprocalRank;

  test.each([
    ['first', [7, 8], 1],
    ['third', [1, 2, 7], 1 / 3],
    ['nowhere', [1, 2], 0],
    ['behind the hundredth', [...numbers(101, 200), 7], 0],
  ])('of a first relevant hit that is %s', (_where, found, expected) => {
    expect(rank(found, [7, 8])).toBe(expected);
  });
});

test('for nonsense only an empty answer is right', () => {
  expect(qualityOfNothing([])).toEqual({ recall: 1, precision: 1, reciprocalRank: 1 });
  expect(qualityOfNothing([1])).toEqual({ recall: 0, precision: 0, reciprocalRank: 0 });
});

test('an answer with nothing in it has none of anything', () => {
  expect(qualityOf([], new Set([1]))).toEqual({ recall: 0, precision: 0, reciprocalRank: 0 });
});

test('the mean counts every query the same', () => {
  expect(
    meanQuality([
      { recall: 1, precision: 0, reciprocalRank: 0.5 },
      { recall: 0, precision: 0, reciprocalRank: 1 },
    ]),
  ).toEqual({ recall: 0.5, precision: 0, reciprocalRank: 0.75 });
});

test('a quantile is one of the numbers', () => {
  const shuffled = [5, 1, 4, 2, 3];
  expect([0, 0.5, 0.99, 1].map((share) => quantileOf(shuffled, share))).toEqual([1, 3, 5, 5]);
  expect(quantileOf([1, 2, 3, 4], 0.5)).toBe(2);
});
