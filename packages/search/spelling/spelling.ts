/** Finds the nearest words of the catalogue to a misspelt one. */
import { distance } from 'fastest-levenshtein';
import {
  CORRECTED_LENGTH_MAX,
  CORRECTIONS_MAX,
  FIRST_LETTER_MIN_LENGTH,
  FREQUENT_NEIGHBOUR_RATIO,
  ONE_TYPO_MIN_LENGTH,
  PART_MIN_LENGTH,
  TWO_TYPOS_MIN_LENGTH,
} from '../analysis/constants.ts';
import { hasDigit } from '../analysis/tokenize.ts';
import type { ProductIndex } from '../segments/product-index.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export class Spelling {
  readonly #index: ProductIndex;

  constructor(index: ProductIndex) {
    this.#index = index;
  }

  /**
   * Returns the words for one typo, or else the two words that were written as one, or else the words for two typos;
   * at most CORRECTIONS_MAX, those first that most products have.
   */
  correct(word: string): readonly (readonly string[])[] {
    if (word.length > CORRECTED_LENGTH_MAX) return [];
    const nearest = this.#nearest(word, typosAllowed(word));
    const found = nearest.words.map((each) => [each]);
    if (nearest.typos === 1 && found.length > 0) return found;
    const parts = this.#split(word);
    return parts ? [parts] : found;
  }

  /**
   * A word for one typo that many more products have: some products share the typo, such as `accomodating`. The word
   * itself is searched for, too, since it may be right.
   */
  frequentNeighbour(word: string): string | undefined {
    const { length } = word;
    if (length < TWO_TYPOS_MIN_LENGTH || length > CORRECTED_LENGTH_MAX) return undefined;
    const count = this.#index.vocabulary.countOf(word);
    if (count === 0) return undefined;
    const [first] = this.#nearest(word, 1).words;
    if (first === undefined) return undefined;
    return this.#index.countOf(first) >= FREQUENT_NEIGHBOUR_RATIO * count ? first : undefined;
  }

  /**
   * The nearest words: those with the same first letter, which people seldom mistype, or else those for a typo of the first
   * letter.
   */
  #nearest(word: string, typosMax: number): { words: string[]; typos: number } {
    let typos = typosMax;
    let nearest: string[] = [];
    for (let length = word.length - typosMax; length <= word.length + typosMax; length++) {
      for (const candidate of this.#index.vocabulary.similar(word, length)) {
        const distance = typosBetween(candidate, word);
        if (distance === 0 || distance > typos) continue;
        if (distance < typos) nearest = [];
        typos = distance;
        nearest.push(candidate);
      }
    }
    const isNear = (typos === 1 && nearest.length > 0) || word.length < FIRST_LETTER_MIN_LENGTH;
    const others = isNear ? [] : this.withOtherFirst(word);
    return others.length > 0
      ? { words: others, typos: 1 }
      : { words: this.#mostFrequent(nearest), typos };
  }

  /** The words for a typo of the first letter: `bike` is no `nike`, but `oaptop` is a laptop. */
  withOtherFirst(word: string): string[] {
    if (typosAllowed(word) === 0) return [];
    const [first = '', second = ''] = word;
    const rest = word.slice(1);
    const words = [rest, second + first + word.slice(2)];
    for (const letter of LETTERS) words.push(letter + word, letter + rest);
    const isKnown = (other: string) => this.#index.vocabulary.countOf(other) > 0;
    return this.#mostFrequent(words.filter((other) => other !== word && isKnown(other)));
  }

  #mostFrequent(words: readonly string[]): string[] {
    const byCount = words.map((word) => ({ word, count: this.#index.countOf(word) }));
    byCount.sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1));
    return byCount.slice(0, CORRECTIONS_MAX).map(({ word }) => word);
  }

  /** Splits a word in two. If there are several ways, the one whose rarer part most products have. */
  #split(word: string): readonly string[] | undefined {
    let best: { parts: string[]; count: number } | undefined;
    for (let end = 1; end < word.length; end++) {
      const [part, rest] = [word.slice(0, end), word.slice(end)];
      // A model may be short, as in `galaxys7`, and so may a part before a digit: `ox153d` is `OX 153D`.
      const isLong = end >= PART_MIN_LENGTH && (rest.length >= PART_MIN_LENGTH || hasDigit(rest));
      if (!isLong && !/\p{L}\p{N}/u.test(word.slice(end - 1, end + 1))) continue;
      const count = Math.min(this.#index.countOf(part), this.#index.countOf(rest));
      if (count > (best?.count ?? 0)) best = { parts: [part, rest], count };
    }
    return best?.parts;
  }
}

/** A word with digits is not corrected, because 42 is not a typo of 43, unless it has one among letters: `lapt0p`. */
function typosAllowed(word: string): number {
  if (word.length < ONE_TYPO_MIN_LENGTH) return 0;
  if (hasDigit(word)) return /^\p{L}+\p{N}\p{L}+$/u.test(word) ? 1 : 0;
  return word.length < TWO_TYPOS_MIN_LENGTH ? 1 : 2;
}

/** The Levenshtein distance, but swapping two neighbouring letters counts as one typo. */
function typosBetween(one: string, other: string): number {
  const typos = distance(one, other);
  return typos === 2 && isSwapped(one, other) ? 1 : typos;
}

function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (one[at] === other[at]) at++;
  return (
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}
