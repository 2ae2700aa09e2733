import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeTerms, rangeOf, termAt } from './sorted-terms.ts';

const letter = fc.constantFrom('a', 'b', 'z', '0', '9', '蓝', '牙', 'é', '.', '_', '{');
const word = fc.array(letter, { minLength: 1, maxLength: 9 }).map((letters) => letters.join(''));

test('finds words and words with a prefix, whatever their characters', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (some, wanted) => {
      const inOrder = some.toSorted();
      const sorted = arrangeTerms(inOrder);
      expect(inOrder.map((_, index) => termAt(sorted, index))).toEqual(inOrder);
      const start = inOrder.filter((other) => other < wanted).length;
      const beginning = inOrder.filter((other) => other.startsWith(wanted)).length;
      const wholeEnd = some.includes(wanted) ? start + 1 : start;
      expect(rangeOf(sorted, wanted)).toEqual({ start, wholeEnd, end: start + beginning });
    }),
    { numRuns: 2_000 },
  );
});
