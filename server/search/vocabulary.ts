/** The words that the catalogue has, and which of them somebody meant who typed another one. */
import { distance } from 'fastest-levenshtein';

/** Shorter words are too near to too many others. */
const ONE_TYPO_FROM_LENGTH = 4;
const TWO_TYPOS_FROM_LENGTH = 8;
/** The least that a part of a word has that was written without its blank. */
const PART_MIN_LENGTH = 3;
const CORRECTIONS_KEPT = 1_000;

export interface VocabularyWords {
  /** Every word of names, categories and brands, with the number of products that have it. */
  named: ReadonlyMap<string, number>;
  /** Words of descriptions: nobody is corrected who types one, and nobody is corrected to one. */
  described: ReadonlySet<string>;
  /** How names and categories write words, and how often: in lower case, plurals and all. */
  written: ReadonlyMap<string, number>;
}

export class Vocabulary {
  /** In order, so that what begins with a text stands together. */
  readonly #words: string[];
  readonly #counts: ReadonlyMap<string, number>;
  readonly #written: ReadonlyMap<string, number>;
  /** Words that were looked for lately; most typos are made more than once. */
  readonly #corrected = new Map<string, readonly string[]>();

  constructor({ named, described, written }: VocabularyWords) {
    this.#counts = named;
    this.#written = written;
    this.#words = [...new Set([...named.keys(), ...described])].sort();
  }

  has(word: string): boolean {
    return this.#counts.has(word);
  }

  /**
   * The word as it is where the catalogue has it, or one that begins so; else the nearest that it has,
   * or the two that it was meant to be. As it is where there is none of these.
   */
  correct(word: string): readonly string[] {
    if (this.#hasBeginning(word)) return [word];
    const known = this.#corrected.get(word);
    if (known !== undefined) return known;
    const corrected = this.#nearest(word, 1) ?? this.#split(word) ?? this.#nearest(word, 2);
    if (this.#corrected.size >= CORRECTIONS_KEPT) this.#corrected.clear();
    this.#corrected.set(word, corrected ?? [word]);
    return corrected ?? [word];
  }

  /** The words for people to read, each as the catalogue writes it most often. */
  write(words: readonly string[]): string {
    const count = (form: string) => this.#written.get(form) ?? 0;
    return words
      .map((word) => {
        const forms = [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')];
        return forms.reduce((best, form) => (count(form) > count(best) ? form : best));
      })
      .join(' ');
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
  #nearest(word: string, typosMax: number): [string] | undefined {
    const allowed = Math.min(typosMax, typosAllowed(word));
    if (allowed === 0) return undefined;
    let best: { word: string; typos: number; count: number } | undefined;
    for (const [candidate, count] of this.#counts) {
      if (Math.abs(candidate.length - word.length) > allowed) continue;
      const typos = typosBetween(candidate, word);
      if (typos > allowed) continue;
      const isBetter =
        best === undefined ||
        typos < best.typos ||
        (typos === best.typos && count > best.count) ||
        (typos === best.typos && count === best.count && candidate < best.word);
      if (isBetter) best = { word: candidate, typos, count };
    }
    return best && [best.word];
  }

  /** Two words that were written as one; of several such pairs the one whose rarer word is known best. */
  #split(word: string): [string, string] | undefined {
    let best: { parts: [string, string]; count: number } | undefined;
    for (let end = PART_MIN_LENGTH; end <= word.length - PART_MIN_LENGTH; end++) {
      const parts: [string, string] = [word.slice(0, end), word.slice(end)];
      const count = Math.min(...parts.map((part) => this.#counts.get(part) ?? 0));
      if (count > (best?.count ?? 0)) best = { parts, count };
    }
    return best?.parts;
  }
}

/** A number is not a word that one mistypes: 42 is no 43. */
function typosAllowed(word: string): number {
  if (/\p{N}/u.test(word) || word.length < ONE_TYPO_FROM_LENGTH) return 0;
  return word.length < TWO_TYPOS_FROM_LENGTH ? 1 : 2;
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
