import { tokenize } from '../../../packages/search/index.ts';

/** Writes terms as the texts of products write them most often: `headphone` becomes `headphones`, and `creme` crème. */
export function writeAs(words: readonly string[], texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const form of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  const best = new Map<string, string>();
  for (const [form, count] of counts) {
    const [term = ''] = tokenize(form);
    if (count > (counts.get(best.get(term) ?? '') ?? 0)) best.set(term, form);
  }
  return words.map((word) => best.get(word) ?? word).join(' ');
}
