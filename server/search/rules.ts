import { SEARCH_TEXT_MAX_LENGTH } from '../../contract/limits.ts';

/**
 * The words of what a shopper typed: letters and digits of any script, everything else separates.
 * Empty where there is nothing to search for.
 */
export function searchWords(text: string): string[] {
  return (
    text
      .slice(0, SEARCH_TEXT_MAX_LENGTH)
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}
