/** The term dictionary of a segment: sorted terms, to find a word or all words with a prefix. */
import { lowerBound } from './binary-search.ts';

/** A range of indexes: the word itself from `start` to `wholeEnd` (one or none), longer words up to `end`. */
export interface TermRange {
  readonly start: number;
  readonly wholeEnd: number;
  readonly end: number;
}

/**
 * All terms are in one string, because a large catalogue has millions of them, and as many strings would slow the
 * garbage collector down.
 */
export interface TermArrays {
  text: string;
  /** The start of each term in the text, and the end of the last one. */
  starts: Uint32Array;
}

/** @param sorted distinct terms, ordered by code units */
export function arrangeTerms(sorted: readonly string[]): TermArrays {
  const starts = new Uint32Array(sorted.length + 1);
  for (const [index, { length }] of sorted.entries()) {
    starts[index + 1] = (starts[index] as number) + length;
  }
  return { text: sorted.join(''), starts };
}

export class SortedTerms {
  readonly #text: string;
  readonly #starts: Uint32Array;

  constructor({ text, starts }: TermArrays) {
    this.#text = text;
    this.#starts = starts;
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  /** A slice of the text of all terms. Copy it if you keep it. It is empty after the last term. */
  at(index: number): string {
    return this.#text.slice(this.#starts[index], this.#starts[index + 1]);
  }

  /** The range of the terms that begin with a word. */
  rangeOf(word: string): TermRange {
    const { length } = this;
    const start = lowerBound(0, length, (index) => this.#isBefore(index, word));
    // No term from here on sorts before the word, so none is a shorter prefix of it.
    const beginsWithWord = (index: number) => this.#text.startsWith(word, this.#starts[index]);
    if (start === length || !beginsWithWord(start)) return { start, wholeEnd: start, end: start };
    const isWhole =
      (this.#starts[start + 1] as number) === (this.#starts[start] as number) + word.length;
    return {
      start,
      wholeEnd: isWhole ? start + 1 : start,
      end: lowerBound(start + 1, length, beginsWithWord),
    };
  }

  /** Whether a term sorts before a word. It compares characters in place, because a slice for each step is slow. */
  #isBefore(index: number, word: string): boolean {
    const start = this.#starts[index] as number;
    const length = (this.#starts[index + 1] as number) - start;
    for (let at = 0; at < word.length; at++) {
      if (at === length) return true;
      const difference = this.#text.charCodeAt(start + at) - word.charCodeAt(at);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }
}
