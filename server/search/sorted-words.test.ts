import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedWords } from './sorted-words.ts';

const letter = fc.constantFrom('a', 'b', 'z', '0', '9', '蓝', '牙', 'é', '.', '_', '{');
const word = fc.array(letter, { minLength: 1, maxLength: 9 }).map((letters) => letters.join(''));

test('finds where words stand, and all that begin alike, whatever their characters', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (some, wanted) => {
      const sorted = new SortedWords(some);
      const inOrder = some.toSorted();
      expect([...sorted]).toEqual(inOrder);
      const first = inOrder.filter((other) => other < wanted).length;
      const beginning = inOrder.filter((other) => other.startsWith(wanted)).length;
      const longer = some.includes(wanted) ? first + 1 : first;
      const range = sorted.rangeOf(wanted);
      if (beginning > 0) expect(range).toEqual({ first, longer, end: first + beginning });
      // Where there is nothing, it doesn't matter where.
      else expect([range.longer, range.end]).toEqual([range.first, range.first]);
    }),
    { numRuns: 2_000 },
  );
});
