/** Pseudo-random decisions: the same seed gives the same sequence. */
import { createHash } from 'node:crypto';

export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number | string) {
  let count = 0;
  /** A number from 0 up to, but not including, 1. */
  const next = () =>
    createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
  /** An integer between both limits, inclusive. */
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability: number) => next() < probability,
    /** @throws Error if there are no items */
    pick<T>(items: readonly T[]): T {
      const picked = items[between(0, items.length - 1)];
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
  };
}
