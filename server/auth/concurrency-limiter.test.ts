import { expect, test } from 'vitest';
import { takingTurns } from './concurrency-limiter.ts';

/** Work that is done when it is told so. */
function piecesOfWork(count: number) {
  const begun: number[] = [];
  const pieces = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const work = (piece: number) => () => {
    begun.push(piece);
    return pieces[piece]?.promise ?? Promise.resolve();
  };
  return { begun, pieces, work };
}

test('two at once, one waits, the fourth is refused; who ends or fails makes room', async () => {
  const inTurn = takingTurns({ atOnce: 2, waiting: 1 });
  const { begun, pieces, work } = piecesOfWork(5);
  const [one, two, three] = [inTurn(work(0)), inTurn(work(1)), inTurn(work(2))];
  await expect(inTurn(work(3))).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  expect(begun).toEqual([0, 1]);

  pieces[0]?.reject(new Error('a defect'));
  await expect(one).rejects.toThrow('a defect');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  const last = inTurn(work(4));
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of pieces) resolve();
  await Promise.all([two, three, last]);
  expect(begun).toEqual([0, 1, 2, 4]);
});
