import { describe, expect, test } from 'vitest';
import { parseSynonyms, SYNONYM_LINES_MAX, toGroup } from './synonym-file.ts';

test('a file has comments, blank lines, and lines of synonyms in both directions or one', () => {
  const text =
    '\ufeff# Screens\r\n\r\ntv,  television , telly # all of them\npower bank => charger\n';
  expect(parseSynonyms(text)).toEqual({
    lines: ['tv, television , telly', 'power bank => charger'],
    problems: [],
  });
});

test('equivalent words lead to each other, an arrow leads one way', () => {
  expect(toGroup('a, b')).toEqual({ from: ['a', 'b'], to: ['a', 'b'] });
  expect(toGroup('a, b => c')).toEqual({ from: ['a', 'b'], to: ['c'] });
});

describe('is refused with the number of the line:', () => {
  test.each([
    ['tv', 'needs two different words or phrases, separated by a comma or =>'],
    ['tv, tv', 'needs two different words or phrases, separated by a comma or =>'],
    ['tv, , telly', 'has a place without a word, before or after a comma or =>'],
    ['=> tv', 'has a place without a word, before or after a comma or =>'],
    ['a => b => c', 'has more than one =>'],
    ['one two three four five six, seven', 'has a phrase of more than 5 words'],
    [Array.from({ length: 21 }, (_, n) => `a${n}`).join(), 'has more than 20 words or phrases'],
    [`a, ${'b'.repeat(500)}`, 'has more than 500 characters'],
  ])('%s', (line, message) => {
    const { lines, problems } = parseSynonyms(`good, fine\n${line}`);
    expect([lines, problems]).toEqual([['good, fine'], [{ line: 2, message }]]);
  });

  test('too many lines are refused', () => {
    const { lines, problems } = parseSynonyms('a, b\n'.repeat(SYNONYM_LINES_MAX + 10));
    expect(lines).toHaveLength(SYNONYM_LINES_MAX);
    expect(problems).toEqual([
      { line: 5_001, message: 'is one more than the 5,000 lines that are possible' },
    ]);
  });
});
