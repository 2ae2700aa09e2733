import { SEARCH_TEXT_MAX_LENGTH } from '../../contract/limits.ts';
import { foldWords } from '../../contract/text.ts';

/** The words of what a shopper typed; empty where there is nothing to search for. */
export function searchWords(text: string): string[] {
  return foldWords(text.slice(0, SEARCH_TEXT_MAX_LENGTH));
}
