/** The term dictionary of a segment: sorted terms, to find a word or all words with a prefix. */
import { lowerBound } from './binary-search.ts';
import { offsetsOf } from './offsets.ts';

/**
 * All terms are in one string, because a large catalogue has millions of them, and as many strings would slow the
 * garbage collector down.
 */
export interface SortedTerms {
  text: string;
  /** The offsets of each term in the text. */
  offsets: Uint32Array;
}

/** A range of indices: the word itself from `start` to `wholeEnd` (one or none), longer words up to `end`. */
export interface TermRange {
  readonly start: number;
  readonly wholeEnd: number;
  readonly end: number;
}

/** @param sorted distinct terms, ordered by code units */
export function arrangeTerms(sorted: readonly string[]): SortedTerms {
  return { text: sorted.join(''), offsets: offsetsOf(sorted.map(({ length }) => length)) };
}

/** A slice of the text of all terms. Copy it if you keep it. */
export function termAt({ text, offsets }: SortedTerms, index: number): string {
  return text.slice(offsets[index], offsets[index + 1]);
}

/** The range of the terms that begin with a word. */
export function rangeOf(terms: SortedTerms, word: string): TermRange {
  const { text, offsets } = terms;
  const length = offsets.length - 1;
  const start = lowerBound(0, length, (index) => isBefore(terms, index, word));
  // No term from here on sorts before the word, so none is a shorter prefix of it.
  const beginsWithWord = (index: number) => text.startsWith(word, offsets[index]);
  if (start === length || !beginsWithWord(start)) return { start, wholeEnd: start, end: start };
  const isWhole = (offsets[start + 1] as number) === (offsets[start] as number) + word.length;
  return {
    start,
    wholeEnd: isWhole ? start + 1 : start,
    end: lowerBound(start + 1, length, beginsWithWord),
  };
}

/** Whether a term sorts before a word. It compares characters in place, because a slice for each step is slow. */
function isBefore({ text, offsets }: SortedTerms, index: number, word: string): boolean {
  const start = offsets[index] as number;
  const length = (offsets[index + 1] as number) - start;
  for (let at = 0; at < word.length; at++) {
    if (at === length) return true;
    const difference = text.charCodeAt(start + at) - word.charCodeAt(at);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
