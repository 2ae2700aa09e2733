import { expect, test } from 'vitest';
import { TopK } from './top-k.ts';

test('of equal ranks the earlier position is better, in whatever order they are offered', () => {
  const top = new TopK(2);
  for (const position of [7, 9, 3]) top.offer(5, position);
  expect(top.results.map(({ position }) => position)).toEqual([3, 7]);
  expect([top.accepts(5, 6), top.accepts(5, 7), top.accepts(4, 8)]).toEqual([true, false, true]);
});
