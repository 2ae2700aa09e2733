/** The words of a segment in their order, to find one among them, or all that begin alike. */

/** Characters of a word that its key has. */
const KEY_LENGTH = 6;
/** What a key has for a digit or Latin letter: all the others are between or behind them. */
const DIGIT = 2;
const LETTER = 13;
const BEHIND = 39;
/** A key of six characters still has 32 bits. */
const CLASSES = BEHIND + 1;

/** Of a key, what its first three characters are. */
const BEGINNING_LENGTH = 3;
const BEGINNING = CLASSES ** (KEY_LENGTH - BEGINNING_LENGTH);
const BEGINNINGS = CLASSES ** BEGINNING_LENGTH;

/** Where a word stands, and those that begin with it; nothing between two indices that are the same. */
export interface Range {
  readonly first: number;
  /** Behind the word itself. */
  readonly longer: number;
  /** Behind all that begin so. */
  readonly end: number;
}
export const NOWHERE: Range = { first: 0, longer: 0, end: 0 };

/**
 * Never changed. A large catalogue has millions of words: in a few long strings they are nothing to the
 * garbage collector, which would look at each of them again and again.
 */
export class SortedWords implements Iterable<string> {
  /** All words, one behind the other. */
  readonly #text: string;
  /** Where each word begins in that, and the end of the last one. */
  readonly #starts: Uint32Array;
  /** What most words are told apart by: comparing numbers that lie together is much quicker. */
  readonly #keys: Uint32Array;
  /** A bit for each beginning that a word has: most words of a large catalogue aren't here at all. */
  readonly #beginnings = new Uint8Array(BEGINNINGS / 8);

  constructor(words: Iterable<string>) {
    const sorted = [...words].sort();
    this.#text = sorted.join('');
    this.#starts = new Uint32Array(sorted.length + 1);
    for (const [index, word] of sorted.entries()) {
      this.#starts[index + 1] = (this.#starts[index] as number) + word.length;
    }
    this.#keys = Uint32Array.from(sorted, keyOf);
    for (const key of this.#keys) {
      const beginning = Math.floor(key / BEGINNING);
      this.#beginnings[beginning >> 3] =
        (this.#beginnings[beginning >> 3] as number) | (1 << (beginning & 7));
    }
  }

  get length(): number {
    return this.#keys.length;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  /** What is kept of it should be copied: a long one is a window on all words. */
  at(index: number): string {
    return this.#text.slice(this.#starts[index], this.#starts[index + 1]);
  }

  /** @param key of the word, for whoever asks in many segments */
  rangeOf(word: string, key = keyOf(word)): Range {
    if (!this.#hasBeginningOf(word, key)) return NOWHERE;
    const first = this.#firstFrom(word, 0, key);
    const longer =
      this.#isBegunBy(first, word) && this.#lengthAt(first) === word.length ? first + 1 : first;
    // Most words begin no other. No word has the last character, and none stands behind it.
    const end = this.#isBegunBy(longer, word) ? this.#firstFrom(`${word}\uffff`, longer) : longer;
    return { first, longer, end };
  }

  /** Whether the word at an index that isn't before another one begins with that. */
  #isBegunBy(index: number, beginning: string): boolean {
    return this.#text.startsWith(beginning, this.#starts[index]);
  }

  #lengthAt(index: number): number {
    return (this.#starts[index + 1] as number) - (this.#starts[index] as number);
  }

  /** Yes, too, where the word is shorter than that. */
  #hasBeginningOf(word: string, key: number): boolean {
    if (word.length < BEGINNING_LENGTH) return true;
    const beginning = Math.floor(key / BEGINNING);
    return (((this.#beginnings[beginning >> 3] as number) >> (beginning & 7)) & 1) === 1;
  }

  /** The index of the first word, from one on, that isn't before this one. */
  #firstFrom(word: string, from: number, key = keyOf(word)): number {
    const keys = this.#keys;
    let low = lowerBound(keys, key, from);
    if (keys[low] !== key) return low;
    let high = lowerBound(keys, key + 1, low);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Of two words, the one with the smaller key comes first; the same key says nothing. */
export function keyOf(word: string): number {
  let key = 0;
  let length = Math.min(word.length, KEY_LENGTH);
  for (let i = 0; i < KEY_LENGTH; i++) {
    key *= CLASSES;
    if (i >= length) continue;
    const code = word.charCodeAt(i);
    if (code >= 97 && code <= 122) key += LETTER + code - 97;
    else if (code >= 48 && code <= 57) key += DIGIT + code - 48;
    else {
      // Many characters have the same, so what comes behind them decides nothing.
      key += code < 48 ? DIGIT - 1 : code < 97 ? LETTER - 1 : BEHIND;
      length = i;
    }
  }
  return key;
}

function lowerBound(keys: Uint32Array, key: number, from: number): number {
  let low = from;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
