import { formsOf } from '../../../packages/search/index.ts';

/**
 * Writes folded words in the form of the products' texts: `headphone` becomes `headphones` if the texts contain
 * that form more often.
 */
export function writeAs(words: readonly string[], texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const form of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  const countOf = (form: string): number => counts.get(form) ?? 0;
  const mostFrequent = (best: string, form: string): string =>
    countOf(form) > countOf(best) ? form : best;
  return words.map((word) => formsOf(word).reduce(mostFrequent)).join(' ');
}
