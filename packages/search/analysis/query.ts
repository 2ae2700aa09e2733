/** Turns the text that a shopper typed into the terms that a product must have. */
import { JOINED_WORDS_MAX, PART_MIN_LENGTH, QUERY_WORDS_MAX } from './constants.ts';
import { bigramsOf, isUnspaced } from './fold.ts';
import { exactTerm, toNumber } from './part-numbers.ts';
import { looksPlural, singular } from './plurals.ts';
import type { Synonyms } from './synonyms.ts';
import { analyze, hasDigit, isNumber, isUnit, measureTerm, tokenize } from './tokenize.ts';

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

/** What sentences have besides the things that are searched for: `which laptop is good for students`. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a am an and any are at be best buy by can do does find for from good great have how i im in is it its me my need ' +
    'of on or our please show some something that the these this to want what where which who with you your'
  ).split(' '),
);

/** The words of a text as `tokenize` folds them, up to the limit; empty if the text has none. */
export function queryWords(text: string): string[] {
  return tokenize(text).slice(0, QUERY_WORDS_MAX);
}

/** The vocabulary of the catalogue and the operator's synonyms. */
export interface Lexicon {
  isKnown(word: string): boolean;
  /** Whether any word begins with this one. */
  hasPrefix(word: string): boolean;
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
    const { length, others, areWhole = false } = findAlternatives(words, at, lexicon);
    const typed = words.slice(at, at + length);
    at += length;
    const isLast = at === words.length;
    const brand = brands.get(typed.join());
    terms.push({
      typed,
      alternatives: [typed, ...others, ...(brand ? [[brand]] : [])].map((alternative) =>
        alternative.map((word, index) => ({
          word,
          isPrefix:
            (alternative === typed || !areWhole) &&
            isPrefix(word, isLast && index === alternative.length - 1),
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
  const words = analyze(text, (word) => word).terms;
  const brands = words.filter((word) => looksPlural(word) && isKnown(word));
  return new Map(brands.map((brand) => [singular(brand), brand]));
}

interface Alternatives {
  /** The number of words that they replace. */
  length: number;
  others: readonly (readonly string[])[];
  /** Whether longer words do not match. */
  areWhole?: boolean;
}

/** Finds the synonyms of the words at a position, and other ways to write them. */
function findAlternatives(words: readonly string[], at: number, lexicon: Lexicon): Alternatives {
  const { isKnown, probablyMeant, synonyms } = lexicon;
  const exact = exactTerm(words);
  if (at === 0 && isKnown(exact))
    return { length: words.length, others: [[exact]], areWhole: true };
  const synonym = synonyms.find(words, at);
  if (synonym) return synonym;
  const measure = measureAt(words, at, lexicon);
  if (measure) return measure;
  const joined = joinedAt(words, at, lexicon);
  if (joined > 1) return { length: joined, others: [[words.slice(at, at + joined).join('')]] };
  const word = words[at] ?? '';
  if (isUnspaced(word) && word.length > 2) {
    return { length: 1, others: [bigramsOf(word).slice(0, -1)], areWhole: true };
  }
  const number = at === 0 ? undefined : toNumber(word);
  if (number !== undefined) return { length: 1, others: [[number]], areWhole: true };
  const meant = probablyMeant(word);
  return { length: 1, others: meant === undefined ? [] : [[meant]] };
}

/** A number with its unit, and equal measures: `1500 ml` is 1.5 l. */
function measureAt(
  words: readonly string[],
  at: number,
  { isKnown }: Lexicon,
): Alternatives | undefined {
  const [word = '', next = '', third = ''] = words.slice(at, at + 3);
  if (!isNumber(word)) return undefined;
  const [amount, unit, length] = isNumber(next) ? [`${word}.${next}`, third, 3] : [word, next, 2];
  const equal = measureTerm(Number(amount), unit);
  const others = equal !== undefined && isKnown(equal) ? [[equal]] : [];
  const isMeasure = length === 2 ? isUnit(unit) : others.length > 0;
  return isMeasure ? { length, others, areWhole: true } : undefined;
}

/**
 * The number of words at a position that are one word of the catalogue, or the beginning of a model number: `flash light`, `kt ins114`.
 * It is 1 if no words are joined.
 */
export function joinedAt(
  words: readonly string[],
  at: number,
  { isKnown, hasPrefix }: Pick<Lexicon, 'isKnown' | 'hasPrefix'>,
): number {
  for (let length = Math.min(JOINED_WORDS_MAX, words.length - at); length > 1; length--) {
    const parts = words.slice(at, at + length);
    const joined = parts.join('');
    if (isNumber(joined) || (length > 2 && !hasDigit(joined))) continue;
    if (isKnown(joined)) return length;
    const mayBegin = hasDigit(joined) || !parts.every(hasPrefix);
    if (mayBegin && hasPrefix(joined)) return length;
  }
  return 1;
}

/** Whether a term is a number, a measure or a single letter, which says little without the thing that it measures. */
export function isDetail({ typed: [word = ''] }: QueryTerm): boolean {
  return isNumber(word) || (word.length === 1 && !isUnspaced(word));
}

/** A complete number is never a prefix: 40 does not match 405. */
function isPrefix(word: string, isLast: boolean): boolean {
  return isLast || isUnspaced(word) || (word.length >= PART_MIN_LENGTH && !isNumber(word));
}
