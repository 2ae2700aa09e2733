/** Turns the text that a shopper typed into the terms that a product must have. */
import { looksPlural, singular } from './plurals.ts';
import type { Synonyms } from './synonyms.ts';
import { isNumber, isUnit, tokenize } from './tokenize.ts';

export interface QueryWord {
  word: string;
  /** Whether longer words that begin with this one match, too. */
  isPrefix: boolean;
}

/**
 * One condition of a query. A product matches if it has all words of one of the alternatives. Most terms
 * are one word. The term `55 inch` has two words, and `t shirt` has two alternatives, because products may also
 * contain `tshirt`.
 */
export interface QueryTerm {
  /** The typed words. */
  typed: readonly string[];
  /** The first alternative is the typed one. */
  alternatives: readonly (readonly QueryWord[])[];
  /** Whether it is a word like `with`, which counts only in phrases. */
  isStop: boolean;
  /** Whether it is also a brand that looks like a plural: `looms`. */
  isBrand: boolean;
}

/** Further words of a text are ignored, because each takes time in every segment. */
const QUERY_WORDS_MAX = 32;
/** Shorter words are prefixes of too many others. Only the last word, which may be incomplete, can be shorter. */
const PREFIX_MIN_LENGTH = 3;
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and at by for from in of on or the to with'.split(' '),
);

/** The words of a text as `tokenize` folds them, up to the limit; empty if the text has none. */
export function queryWords(text: string): string[] {
  return tokenize(text).slice(0, QUERY_WORDS_MAX);
}

/** The vocabulary of the catalogue and the operator's synonyms. */
export interface Lexicon {
  isKnown(word: string): boolean;
  /** The word that was probably meant by a known but rare one, if any. */
  probablyMeant(word: string): string | undefined;
  synonyms: Synonyms;
}

/** @param text what was typed, to recognize brands that look like plurals; the words may be corrected */
export function parseQuery(words: readonly string[], lexicon: Lexicon, text = ''): QueryTerm[] {
  const terms: QueryTerm[] = [];
  const brands = pluralBrands(text, lexicon);
  const isStop = (word: string) => STOP_WORDS.has(word);
  const hasOnlyStopWords = words.every(isStop);
  for (let at = 0; at < words.length; ) {
    const { length, others } = findAlternatives(words, at, lexicon);
    const typed = words.slice(at, at + length);
    at += length;
    const isLast = at === words.length;
    const brand = brands.get(typed.join());
    terms.push({
      typed,
      alternatives: [typed, ...others, ...(brand ? [[brand]] : [])].map((alternative) =>
        alternative.map((word, index) => ({
          word,
          isPrefix: isPrefix(word, isLast && index === alternative.length - 1),
        })),
      ),
      isStop: !hasOnlyStopWords && !isLast && typed.every(isStop),
      isBrand: brand !== undefined,
    });
  }
  return terms;
}

/**
 * The words of a text that are brands, by their terms: `loom` leads to the brand Looms if the text has `looms`. Only the
 * brands that look plural are in the index as they are written.
 */
function pluralBrands(text: string, { isKnown }: Lexicon): Map<string, string> {
  const words = tokenize(text, (word) => word);
  const brands = words.filter((word) => looksPlural(word) && isKnown(word));
  return new Map(brands.map((brand) => [singular(brand), brand]));
}

/** Finds the synonyms of the words at a position, and the number of words that they replace. */
function findAlternatives(
  words: readonly string[],
  at: number,
  { isKnown, probablyMeant, synonyms }: Lexicon,
): { length: number; others: readonly (readonly string[])[] } {
  const synonym = synonyms.find(words, at);
  if (synonym) return synonym;
  const [word = '', next] = [words[at], words[at + 1]];
  if (next !== undefined && isNumber(word) && isUnit(next)) return { length: 2, others: [] };
  if (next !== undefined && isKnown(word + next)) return { length: 2, others: [[word + next]] };
  const meant = probablyMeant(word);
  return { length: 1, others: meant === undefined ? [] : [[meant]] };
}

/** Whether a term is a number, a measure or a single letter, which says little without the thing that it measures. */
export function isDetail({ typed: [word = ''] }: QueryTerm): boolean {
  return word.length === 1 || isNumber(word);
}

/** A complete number is never a prefix: 40 does not match 405. */
function isPrefix(word: string, isLast: boolean): boolean {
  return isLast || (word.length >= PREFIX_MIN_LENGTH && !isNumber(word));
}
