import { expect, test } from 'vitest';
import { invert, PostingLists } from './posting-lists.ts';

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
  // The terms 0, 1 and 2 are at the places 2, 0 and 1.
  const lists = new PostingLists(invert(documents, Uint32Array.of(2, 0, 1)));
  const postingsOf = (place: number) => {
    const [start, end] = [lists.startOf(place), lists.startOf(place + 1)];
    return Array.from(lists.docs.subarray(start, end), (doc, i) => [doc, lists.impacts[start + i]]);
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
  expect([0, 1, 2, 3].map((doc) => lists.impactOn(2, doc))).toEqual([255, 0, 0, 128]);
  expect(lists.impactOn(0, 0)).toBe(0);
  expect([lists.maxImpact(1), lists.maxImpact(0), lists.count(0, 3)]).toEqual([7, 0, 4]);
});
