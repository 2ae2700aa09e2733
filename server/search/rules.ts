import { SEARCH_TEXT_MAX_LENGTH } from '../../contract/limits.ts';
import { foldWords } from '../../contract/words.ts';

/**
 * One thing that a product must have: all the words of one of these. `t shirt` is also `tshirt`, so it
 * has two.
 */
export type Term = readonly (readonly string[])[];

/** Shorter words begin too many others; the last one of a text may still be on its way. */
const PREFIX_FROM_LENGTH = 3;

/** The words of what a shopper typed; empty where there is nothing to search for. */
export function searchWords(text: string): string[] {
  return foldWords(text.slice(0, SEARCH_TEXT_MAX_LENGTH));
}

/** Whether a longer word of a product will do. */
export function mayBeBeginning(word: string, isLast: boolean): boolean {
  return isLast || (word.length >= PREFIX_FROM_LENGTH && !/^\p{N}+$/u.test(word));
}
