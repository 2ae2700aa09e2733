/** The words that the catalogue has, and which of them somebody meant who typed another one. */
import { distance } from 'fastest-levenshtein';

/** Shorter words are too near to too many others. */
const ONE_TYPO_FROM_LENGTH = 4;
const TWO_TYPOS_FROM_LENGTH = 8;

export class Vocabulary {
  /** In order, so that what begins with a text stands together. */
  readonly #words: string[];
  readonly #counts: ReadonlyMap<string, number>;
  /** Words that were looked for lately; most typos are made more than once. */
  readonly #corrected = new Map<string, string>();

  /** @param counts every word with the number of products that have it */
  constructor(counts: ReadonlyMap<string, number>) {
    this.#counts = counts;
    this.#words = [...counts.keys()].sort();
  }

  /** The words as they are where the catalogue has them, or ones that begin so, else the nearest it has. */
  correct(words: readonly string[]): string[] {
    return words.map((word) => this.#correctWord(word));
  }

  #correctWord(word: string): string {
    if (this.#hasBeginning(word)) return word;
    const known = this.#corrected.get(word);
    if (known !== undefined) return known;
    const corrected = this.#nearest(word) ?? word;
    if (this.#corrected.size >= CORRECTIONS_KEPT) this.#corrected.clear();
    this.#corrected.set(word, corrected);
    return corrected;
  }

  #hasBeginning(text: string): boolean {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle] as string) < text) low = middle + 1;
      else high = middle;
    }
    return this.#words[low]?.startsWith(text) ?? false;
  }

  /** Of the words that are as near as any, the one that most products have. */
  #nearest(word: string): string | undefined {
    const allowed = typosAllowed(word);
    let best: { word: string; typos: number; count: number } | undefined;
    for (const candidate of this.#words) {
      if (Math.abs(candidate.length - word.length) > (best?.typos ?? allowed)) continue;
      const typos = distance(candidate, word);
      const count = this.#counts.get(candidate) ?? 0;
      if (typos > allowed) continue;
      const isBetter =
        best === undefined || typos < best.typos || (typos === best.typos && count > best.count);
      if (isBetter) best = { word: candidate, typos, count };
    }
    return best?.word;
  }
}

const CORRECTIONS_KEPT = 1_000;

/** A number is not a word that one mistypes: 42 is no 43. */
function typosAllowed(word: string): number {
  if (/\p{N}/u.test(word) || word.length < ONE_TYPO_FROM_LENGTH) return 0;
  return word.length < TWO_TYPOS_FROM_LENGTH ? 1 : 2;
}
