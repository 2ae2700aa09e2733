/** The words that the catalogue has, and which of them somebody meant who typed another one. */
import { distance } from 'fastest-levenshtein';
import type { Segment } from './segment.ts';

/** Shorter words are too near to too many others. */
const ONE_TYPO_FROM_LENGTH = 4;
const TWO_TYPOS_FROM_LENGTH = 8;
/** The least that a part of a word has that was written without its blank. */
const PART_MIN_LENGTH = 3;
const CORRECTIONS_KEPT = 1_000;

export class Vocabulary {
  readonly #countNumbered: (word: string) => number;
  /**
   * By word, how many products have it in name, category or brand. Without those that have digits: most
   * words of a large catalogue do, and nobody mistypes them.
   */
  readonly #named = new Map<string, number>();
  /** Words that somebody may be corrected to, by their length; some may be gone from the catalogue. */
  readonly #byLength: string[][] = [];
  /** Words that were looked for lately; most typos are made more than once. */
  readonly #corrected = new Map<string, readonly string[]>();

  /** @param countNumbered how many names, categories and brands have a word that has digits */
  constructor(countNumbered: (word: string) => number) {
    this.#countNumbered = countNumbered;
  }

  add(segment: Segment): void {
    this.#count(segment, 1);
  }

  remove(segment: Segment): void {
    this.#count(segment, -1);
  }

  #count({ words, offsets }: Segment, sign: 1 | -1): void {
    this.#corrected.clear();
    for (let index = 0; index < words.length; index++) {
      const named = (offsets[2 * index + 1] as number) - (offsets[2 * index] as number);
      if (named === 0) continue;
      const word = words.at(index);
      if (!hasDigit(word)) this.#add(word, sign * named);
    }
  }

  #add(word: string, named: number): void {
    const known = this.#named.get(word);
    if (known !== undefined) {
      this.#named.set(word, known + named);
      return;
    }
    // A copy: what is cut out of a text would keep the whole text.
    const kept = Buffer.from(word).toString();
    this.#named.set(kept, named);
    if (word.length >= ONE_TYPO_FROM_LENGTH - 1) {
      this.#byLength[word.length] ??= [];
      this.#byLength[word.length]?.push(kept);
    }
  }

  /** Whether a name, category or brand has the word. */
  has(word: string): boolean {
    return this.#countOf(word) > 0;
  }

  #countOf(word: string): number {
    return hasDigit(word) ? this.#countNumbered(word) : (this.#named.get(word) ?? 0);
  }

  /**
   * The nearest word that names have, or the two that a word was meant to be; the word as it is where
   * there is none of these.
   */
  correct(word: string): readonly string[] {
    const known = this.#corrected.get(word);
    if (known !== undefined) return known;
    const corrected = this.#nearest(word, 1) ?? this.#split(word) ?? this.#nearest(word, 2);
    if (this.#corrected.size >= CORRECTIONS_KEPT) this.#corrected.clear();
    this.#corrected.set(word, corrected ?? [word]);
    return corrected ?? [word];
  }

  /** Of the words that are as near as any, the one that most products have. */
  #nearest(word: string, typosMax: number): [string] | undefined {
    const allowed = Math.min(typosMax, typosAllowed(word));
    if (allowed === 0) return undefined;
    let best: { word: string; typos: number; named: number } | undefined;
    for (let length = word.length - allowed; length <= word.length + allowed; length++) {
      for (const candidate of this.#byLength[length] ?? []) {
        const typos = typosBetween(candidate, word);
        if (typos > allowed) continue;
        const named = this.#countOf(candidate);
        if (named === 0) continue;
        const isBetter =
          best === undefined ||
          typos < best.typos ||
          (typos === best.typos && named > best.named) ||
          (typos === best.typos && named === best.named && candidate < best.word);
        if (isBetter) best = { word: candidate, typos, named };
      }
    }
    return best && [best.word];
  }

  /** Two words that were written as one; of several such pairs the one whose rarer word is known best. */
  #split(word: string): [string, string] | undefined {
    let best: { parts: [string, string]; count: number } | undefined;
    for (let end = PART_MIN_LENGTH; end <= word.length - PART_MIN_LENGTH; end++) {
      const parts: [string, string] = [word.slice(0, end), word.slice(end)];
      const least = best?.count ?? 0;
      if (!parts.every((part) => this.#countOf(part) > least)) continue;
      best = { parts, count: Math.min(...parts.map((part) => this.#countOf(part))) };
    }
    return best?.parts;
  }
}

/** A number is not a word that one mistypes: 42 is no 43. */
function typosAllowed(word: string): number {
  if (hasDigit(word) || word.length < ONE_TYPO_FROM_LENGTH) return 0;
  return word.length < TWO_TYPOS_FROM_LENGTH ? 1 : 2;
}
function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

/** Two letters that changed places are one typo, as people make it. */
function typosBetween(meant: string, typed: string): number {
  const typos = distance(meant, typed);
  return typos === 2 && isSwapped(meant, typed) ? 1 : typos;
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
