/** The term dictionary of a segment: terms in their order, to find one or all that begin alike. */
import { lowerBound } from './binary-search.ts';

/** Characters of a term that its key holds, one byte each. */
const KEY_LENGTH = 6;
const KEY_BYTE_MAX = 255;

/** Indices of terms: the word itself from `start` to `wholeEnd` (one or none), longer ones up to `end`. */
export interface TermRange {
  readonly start: number;
  readonly wholeEnd: number;
  readonly end: number;
}

/**
 * All terms are in one string, because a large catalogue has millions of them: as separate strings they
 * would keep the garbage collector busy.
 */
export class SortedTerms {
  readonly #text: string;
  /** Where each term begins in the text, and the end of the last one. */
  readonly #starts: Uint32Array;
  /** Comparing the beginnings of terms as numbers is much faster than comparing strings. */
  readonly #keys: Float64Array;

  /** @param sorted different terms, ordered by code units */
  constructor(sorted: readonly string[]) {
    this.#text = sorted.join('');
    this.#starts = new Uint32Array(sorted.length + 1);
    for (const [index, { length }] of sorted.entries()) {
      this.#starts[index + 1] = (this.#starts[index] as number) + length;
    }
    this.#keys = Float64Array.from(sorted, keyOf);
  }

  get length(): number {
    return this.#keys.length;
  }

  /** A slice of the text of all terms: copy it if you keep it. Empty behind the last term. */
  at(index: number): string {
    return this.#text.slice(this.#starts[index], this.#starts[index + 1]);
  }

  /** The terms that begin with a word. */
  rangeOf({ word, key, behind, behindKey }: TermPrefix): TermRange {
    const start = this.#firstFrom(word, key, 0);
    if (!this.#beginsWith(start, word)) return { start, wholeEnd: start, end: start };
    const length = (this.#starts[start + 1] as number) - (this.#starts[start] as number);
    const wholeEnd = length === word.length ? start + 1 : start;
    return { start, wholeEnd, end: this.#firstFrom(behind, behindKey, wholeEnd) };
  }

  /** @param index of a term that isn't before the word, so it is no shorter one that the word begins with */
  #beginsWith(index: number, word: string): boolean {
    return this.#text.startsWith(word, this.#starts[index]);
  }

  /** The index of the first term, from one index on, that isn't before a word. */
  #firstFrom(word: string, key: number, from: number): number {
    const keys = this.#keys;
    const first = firstKey(keys, key, from);
    if (keys[first] !== key) return first;
    const last = firstKey(keys, key + 1, first);
    return lowerBound(first, last, (index) => this.at(index) < word);
  }
}

/** The index of the first key, from one index on, that isn't smaller. */
function firstKey(keys: Float64Array, key: number, from: number): number {
  let low = from;
  let high = from;
  // Behind another key it is mostly near: leap, further each time.
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

/** A word to look for in many dictionaries. */
export interface TermPrefix {
  readonly word: string;
  readonly key: number;
  /** Behind all terms that begin with the word, since no term has the character U+FFFF. */
  readonly behind: string;
  readonly behindKey: number;
}

export function toPrefix(word: string): TermPrefix {
  const behind = `${word}\uffff`;
  return { word, key: keyOf(word), behind, behindKey: keyOf(behind) };
}

/** Keys are ordered as the words are; different words may have the same one. */
function keyOf(word: string): number {
  let key = 0;
  let isExact = true;
  for (let i = 0; i < KEY_LENGTH; i++) {
    const code = isExact && i < word.length ? word.charCodeAt(i) : 0;
    // Larger characters share a byte, so what follows one of them says nothing about the order.
    if (code >= KEY_BYTE_MAX) isExact = false;
    key = key * (KEY_BYTE_MAX + 1) + Math.min(code, KEY_BYTE_MAX);
  }
  return key;
}
