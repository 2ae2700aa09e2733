import { expect, test } from 'vitest';
import { countPostings, impactOn, invert, maxImpact } from './posting-lists.ts';

test('each term has the documents that contain it, in their order, with its impact', () => {
  const documents = [
    new Map([
      [0, 255],
      [2, 7],
    ]),
    new Map([[2, 1]]),
    new Map(),
    new Map([[0, 128]]),
  ];
  // The terms 0, 1 and 2 have the sorted indices 2, 0 and 1.
  const lists = invert(documents, Uint32Array.of(2, 0, 1));
  const postingsOf = (index: number) => {
    const start = lists.offsets[index] ?? 0;
    const docs = lists.docs.subarray(start, lists.offsets[index + 1]);
    return Array.from(docs, (doc, i) => [doc, lists.impacts[start + i]]);
  };
  expect(postingsOf(2)).toEqual([
    [0, 255],
    [3, 128],
  ]);
  expect(postingsOf(0)).toEqual([]);
  expect(postingsOf(1)).toEqual([
    [0, 7],
    [1, 1],
  ]);
  expect([0, 1, 2, 3].map((doc) => impactOn(lists, 2, doc))).toEqual([255, 0, 0, 128]);
  expect(impactOn(lists, 0, 0)).toBe(0);
  expect([maxImpact(lists, 1), maxImpact(lists, 0), countPostings(lists, 0, 3)]).toEqual([7, 0, 4]);
});
