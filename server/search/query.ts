/** Turns the text that a shopper typed into the terms that a product must have. */
import { SEARCH_TEXT_MAX_LENGTH } from '../../contract/limits.ts';
import { tokenize } from '../../contract/tokenize.ts';
import { type TermPrefix, toPrefix } from './sorted-terms.ts';

export interface QueryWord {
  prefix: TermPrefix;
  /** Longer words that begin with this one match, too. */
  isPrefix: boolean;
}

/**
 * One condition of a query: a product matches if it has all words of one of the alternatives. Most terms
 * are one word; `t shirt` has two alternatives, because products may also call it `tshirt`.
 */
export type QueryTerm = readonly Alternative[];
export type Alternative = readonly QueryWord[];

/** The words of a text that are looked at: each costs time in every segment. */
const QUERY_WORDS_MAX = 32;
/** Shorter words are the beginning of too many others. The last word may still be incomplete, though. */
const PREFIX_MIN_LENGTH = 3;

/** The folded words of a text, cut off at the limits; empty if it has none. */
export function queryWords(text: string): string[] {
  return tokenize(text.slice(0, SEARCH_TEXT_MAX_LENGTH)).slice(0, QUERY_WORDS_MAX);
}

/** @param isKnown whether the catalogue has a word, to find compounds that were written in two words */
export function parseQuery(
  words: readonly string[],
  isKnown: (word: string) => boolean,
): QueryTerm[] {
  const terms: QueryTerm[] = [];
  for (let i = 0; i < words.length; i++) {
    const [word = '', next] = [words[i], words[i + 1]];
    if (next !== undefined && isKnown(word + next)) {
      const isLast = i + 2 === words.length;
      const inTwoWords = [toQueryWord(word, false), toQueryWord(next, isLast)];
      terms.push([inTwoWords, [toQueryWord(word + next, isLast)]]);
      i++;
    } else {
      terms.push([[toQueryWord(word, next === undefined)]]);
    }
  }
  return terms;
}

function toQueryWord(word: string, isLast: boolean): QueryWord {
  return { prefix: toPrefix(word), isPrefix: isPrefix(word, isLast) };
}

/** A complete number isn't the beginning of another one: 40 doesn't find 405. */
function isPrefix(word: string, isLast: boolean): boolean {
  return isLast || (word.length >= PREFIX_MIN_LENGTH && !/^\p{N}+$/u.test(word));
}
