/** The term dictionary of a segment: sorted terms, to find a word or all words with a prefix. */
import { lowerBound } from './binary-search.ts';

/** The number of a term's characters in its key, one byte each. */
const KEY_LENGTH = 6;
const KEY_BYTE_MAX = 255;

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
  /** The beginnings of the terms as numbers, which are much faster to compare than strings. */
  keys: Float64Array;
}

/** @param sorted distinct terms, ordered by code units */
export function arrangeTerms(sorted: readonly string[]): TermArrays {
  const starts = new Uint32Array(sorted.length + 1);
  for (const [index, { length }] of sorted.entries()) {
    starts[index + 1] = (starts[index] as number) + length;
  }
  return { text: sorted.join(''), starts, keys: Float64Array.from(sorted, keyOf) };
}

export class SortedTerms {
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #keys: Float64Array;

  constructor({ text, starts, keys }: TermArrays) {
    this.#text = text;
    this.#starts = starts;
    this.#keys = keys;
  }

  get length(): number {
    return this.#keys.length;
  }

  /** A slice of the text of all terms. Copy it if you keep it. It is empty after the last term. */
  at(index: number): string {
    return this.#text.slice(this.#starts[index], this.#starts[index + 1]);
  }

  /** The range of the terms that begin with a word. */
  rangeOf({ word, key, behind, behindKey }: TermPrefix): TermRange {
    const start = this.#firstFrom(word, key, 0);
    if (!this.#beginsWith(start, word)) return { start, wholeEnd: start, end: start };
    const length = (this.#starts[start + 1] as number) - (this.#starts[start] as number);
    const wholeEnd = length === word.length ? start + 1 : start;
    return { start, wholeEnd, end: this.#firstFrom(behind, behindKey, wholeEnd) };
  }

  /** @param index the index of a term that does not sort before the word, so it is no shorter prefix of the word */
  #beginsWith(index: number, word: string): boolean {
    return this.#text.startsWith(word, this.#starts[index]);
  }

  /** The first index, from `from` on, of a term that does not sort before the word. */
  #firstFrom(word: string, key: number, from: number): number {
    const keys = this.#keys;
    const first = firstKey(keys, key, from);
    if (keys[first] !== key) return first;
    const last = firstKey(keys, key + 1, first);
    return lowerBound(first, last, (index) => this.at(index) < word);
  }
}

/** The first index, from `from` on, of a key that is not smaller. */
function firstKey(keys: Float64Array, key: number, from: number): number {
  let low = from;
  let high = from;
  // After another key, the index is usually near. Search with growing steps (galloping search).
  for (let leap = from === 0 ? keys.length : 1; high < keys.length; leap *= 2) {
    if ((keys[high] as number) >= key) break;
    low = high + 1;
    high = Math.min(high + leap, keys.length);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A word to look up in many dictionaries. */
export interface TermPrefix {
  readonly word: string;
  readonly key: number;
  /** A text that sorts after all terms that begin with the word, because no term contains U+FFFF. */
  readonly behind: string;
  readonly behindKey: number;
}

export function toPrefix(word: string): TermPrefix {
  const behind = `${word}\uffff`;
  return { word, key: keyOf(word), behind, behindKey: keyOf(behind) };
}

/** Keys sort like their words. Different words may have the same key. */
function keyOf(word: string): number {
  let key = 0;
  let isExact = true;
  for (let i = 0; i < KEY_LENGTH; i++) {
    const code = isExact && i < word.length ? word.charCodeAt(i) : 0;
    // Larger characters share one byte, so the characters after one of them must not affect the key.
    if (code >= KEY_BYTE_MAX) isExact = false;
    key = key * (KEY_BYTE_MAX + 1) + Math.min(code, KEY_BYTE_MAX);
  }
  return key;
}
