import { SEARCH_TEXT_MAX_LENGTH } from '../../contract/limits.ts';
import { tokenize } from '../../contract/tokenize.ts';

/** One word that is looked for. */
export interface Wanted {
  word: string;
  /** Whether a longer word of a product that begins so will do. */
  mayBegin: boolean;
}

/**
 * One thing that a product must have: all the words of one of these. `t shirt` is also `tshirt`, so it
 * has two.
 */
export type Term = readonly (readonly Wanted[])[];

/** Shorter words begin too many others; the last one of a text may still be on its way. */
const PREFIX_FROM_LENGTH = 3;

/** The words of what a shopper typed; empty where there is nothing to search for. */
export function searchWords(text: string): string[] {
  return tokenize(text.slice(0, SEARCH_TEXT_MAX_LENGTH));
}

/**
 * What to look for, word by word; what is one compound goes together.
 * @param isWord whether the catalogue has a word
 */
export function termsOf(words: readonly string[], isWord: (word: string) => boolean): Term[] {
  const want = (word: string, isLast: boolean): Wanted => ({
    word,
    mayBegin: isLast || (word.length >= PREFIX_FROM_LENGTH && !/^\p{N}+$/u.test(word)),
  });
  const terms: Term[] = [];
  for (let i = 0; i < words.length; i++) {
    const [word = '', next] = [words[i], words[i + 1]];
    const isLast = i >= words.length - 2;
    if (next !== undefined && isWord(word + next)) {
      terms.push([[want(word, false), want(next, isLast)], [want(word + next, isLast)]]);
      i++;
    } else {
      terms.push([[want(word, next === undefined)]]);
    }
  }
  return terms;
}

/** The words as the texts write them that were found: `headphone` is written `headphones` more often. */
export function writeAs(words: readonly string[], texts: readonly string[]): string {
  const written = new Map<string, number>();
  for (const text of texts) {
    for (const form of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      written.set(form, (written.get(form) ?? 0) + 1);
    }
  }
  const count = (form: string) => written.get(form) ?? 0;
  return words
    .map((word) => {
      const forms = [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')];
      return forms.reduce((best, form) => (count(form) > count(best) ? form : best));
    })
    .join(' ');
}
