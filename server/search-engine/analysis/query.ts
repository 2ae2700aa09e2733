/** Turns the text that a shopper typed into the terms that a product must have. */
import { SEARCH_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import { isUnit, tokenize } from '../../../contract/tokenize.ts';
import { type TermPrefix, toPrefix } from '../index/sorted-terms.ts';
import type { Synonyms } from './synonyms.ts';

export interface QueryWord {
  prefix: TermPrefix;
  /** Longer words that begin with this one match, too. */
  isPrefix: boolean;
}

/**
 * One condition of a query: a product matches if it has all words of one of the alternatives. Most terms
 * are one word; `55 inch` is one of two, and `t shirt` has two alternatives, because products may also call it
 * `tshirt`.
 */
export interface QueryTerm {
  /** The first one is what was typed. */
  alternatives: readonly Alternative[];
  /** `optional` where too few products have all terms; `stop` for words like `with`, which only count side by side. */
  need: 'required' | 'optional' | 'stop';
}
export type Alternative = readonly QueryWord[];

/** The words of a text that are looked at: each costs time in every segment. */
const QUERY_WORDS_MAX = 32;
/** Shorter words are the beginning of too many others. The last word may still be incomplete, though. */
const PREFIX_MIN_LENGTH = 3;
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and at by for from in of on or the to with'.split(' '),
);

/** The folded words of a text, cut off at the limits; empty if it has none. */
export function queryWords(text: string): string[] {
  return tokenize(text.slice(0, SEARCH_TEXT_MAX_LENGTH)).slice(0, QUERY_WORDS_MAX);
}

/** What the catalogue has, and what means the same. */
export interface Lexicon {
  isKnown(word: string): boolean;
  synonyms: Synonyms;
}

export function parseQuery(words: readonly string[], { isKnown, synonyms }: Lexicon): QueryTerm[] {
  const terms: QueryTerm[] = [];
  const isStop = (word: string) => STOP_WORDS.has(word);
  const hasOnlyStopWords = words.every(isStop);
  for (let at = 0; at < words.length; ) {
    const { length, others } = findAlternatives(words, at, isKnown, synonyms);
    const typed = words.slice(at, at + length);
    at += length;
    const isLast = at === words.length;
    const alternatives = [typed, ...others].map((alternative) =>
      alternative.map((word, index) =>
        toQueryWord(word, isLast && index === alternative.length - 1),
      ),
    );
    const isOptional = !hasOnlyStopWords && !isLast && typed.every(isStop);
    terms.push({ alternatives, need: isOptional ? 'stop' : 'required' });
  }
  return terms;
}

/** What else the words at a place may be called, and how many words that is about. */
function findAlternatives(
  words: readonly string[],
  at: number,
  isKnown: (word: string) => boolean,
  synonyms: Synonyms,
): { length: number; others: readonly (readonly string[])[] } {
  const synonym = synonyms.find(words, at);
  if (synonym) return synonym;
  const [word = '', next] = [words[at], words[at + 1]];
  if (next !== undefined && isNumber(word) && isUnit(next)) return { length: 2, others: [] };
  if (next !== undefined && isKnown(word + next)) return { length: 2, others: [[word + next]] };
  return { length: 1, others: [] };
}

/** The typed words of the terms that a product must have, in their order. */
export function requiredWords(terms: readonly QueryTerm[]): string[] {
  return terms
    .filter(({ need }) => need !== 'optional')
    .flatMap(({ alternatives: [typed = []] }) => typed.map(({ prefix }) => prefix.word));
}

function toQueryWord(word: string, isLast: boolean): QueryWord {
  return { prefix: toPrefix(word), isPrefix: isPrefix(word, isLast) };
}

/** A complete number isn't the beginning of another one: 40 doesn't find 405. */
function isPrefix(word: string, isLast: boolean): boolean {
  return isLast || (word.length >= PREFIX_MIN_LENGTH && !isNumber(word));
}

function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}
