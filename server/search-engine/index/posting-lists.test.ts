import { expect, test } from 'vitest';
import { impactIn, indexIn, withImpact } from './posting-lists.ts';

test.each([0, 1, 4_095, 2 ** 23, 2 ** 24 - 1])(
  'index %i and its impact are packed into one number',
  (index) => {
    for (const impact of [1, 127, 255]) {
      const packed = withImpact(index, impact);
      expect([indexIn(packed), impactIn(packed)]).toEqual([index, impact]);
    }
  },
);
