/** Corrects misspelt words to the nearest word of the catalogue. */
import { distance } from 'fastest-levenshtein';
import { hasDigit } from '../index/vocabulary.ts';

/** Shorter words are similar to too many others. */
const ONE_TYPO_MIN_LENGTH = 4;
const TWO_TYPOS_MIN_LENGTH = 8;
/** Longer words are not corrected, because comparing them takes too long. */
const WORD_MAX_LENGTH = 40;
/** The minimum length of either part when a word is split into two. */
const PART_MIN_LENGTH = 3;

/** A text with more unknown words is not corrected, because each is compared with much of the vocabulary. */
const CORRECTED_WORDS_MAX = 4;

/** Replaces the unknown words of a query by their corrections. */
export function correctWords(
  words: readonly string[],
  spelling: Spelling,
  isKnown: (word: string) => boolean,
): readonly string[] {
  const unknown = words.filter((word) => !isKnown(word));
  if (unknown.length === 0 || unknown.length > CORRECTED_WORDS_MAX) return words;
  return words.flatMap((word) =>
    unknown.includes(word) ? (spelling.correct(word) ?? word) : word,
  );
}

/** Words of the same length with their letters; see `lettersOf`. */
interface Candidates {
  words: string[];
  letters: number[];
}

export class Spelling {
  readonly #byLength: Candidates[] = [];
  readonly #countOf: (word: string) => number;

  /**
   * @param words the words to which a typo can be corrected
   * @param countOf the number of products that have a word in name, category or brand
   */
  constructor(words: Iterable<string>, countOf: (word: string) => number) {
    this.#countOf = countOf;
    for (const word of words) {
      this.#byLength[word.length] ??= { words: [], letters: [] };
      this.#byLength[word.length]?.words.push(word);
      this.#byLength[word.length]?.letters.push(lettersOf(word));
    }
  }

  /**
   * Returns the word for one typo, or else the two words that were written as one, or else the word for two typos;
   * undefined if there is none of these.
   */
  correct(word: string): readonly string[] | undefined {
    if (word.length > WORD_MAX_LENGTH) return undefined;
    const nearest = this.#nearest(word);
    if (nearest?.typos === 1) return [nearest.word];
    return this.#split(word) ?? (nearest && [nearest.word]);
  }

  /** The nearest word. If several are equally near, the one that most products have. */
  #nearest(word: string): { word: string; typos: number } | undefined {
    const typosMax = typosAllowed(word);
    if (typosMax === 0) return undefined;
    const letters = lettersOf(word);
    let best: { word: string; typos: number; count: number } | undefined;
    for (let length = word.length - typosMax; length <= word.length + typosMax; length++) {
      const candidates = this.#byLength[length];
      if (candidates === undefined) continue;
      for (let i = 0; i < candidates.words.length; i++) {
        // Comparing sets of letters is much faster than counting typos, and rules out nearly all words.
        if (countBits(letters ^ (candidates.letters[i] as number)) > 2 * typosMax) continue;
        const candidate = candidates.words[i] as string;
        const typos = typosBetween(candidate, word);
        if (typos > (best?.typos ?? typosMax)) continue;
        const count = this.#countOf(candidate);
        const isBetter =
          best === undefined ||
          typos < best.typos ||
          count > best.count ||
          (count === best.count && candidate < best.word);
        if (isBetter) best = { word: candidate, typos, count };
      }
    }
    return best;
  }

  /** Splits a word in two. If there are several ways, the one whose rarer part most products have. */
  #split(word: string): readonly string[] | undefined {
    let best: { parts: string[]; count: number } | undefined;
    for (let end = 1; end < word.length; end++) {
      const isLong = Math.min(end, word.length - end) >= PART_MIN_LENGTH;
      // A part may be short if it ends with a letter before a digit: `ox153d` is `OX 153D`.
      if (!isLong && !/\p{L}\p{N}/u.test(word.slice(end - 1, end + 1))) continue;
      const count = Math.min(this.#countOf(word.slice(0, end)), this.#countOf(word.slice(end)));
      if (count > (best?.count ?? 0))
        best = { parts: [word.slice(0, end), word.slice(end)], count };
    }
    return best?.parts;
  }
}

/** A word with digits is not corrected, because 42 is not a typo of 43. */
function typosAllowed(word: string): number {
  if (hasDigit(word) || word.length < ONE_TYPO_MIN_LENGTH) return 0;
  return word.length < TWO_TYPOS_MIN_LENGTH ? 1 : 2;
}

/** The set of a word's letters, as bits. A typo changes at most two of them. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) % 32);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
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
