import { tokenize } from '../../../packages/search/index.ts';

/** Writes terms as the texts of products write them most often: `headphone` becomes `headphones`, and `creme` crème. */
export function writeAs(words: readonly string[], texts: readonly string[]): string {
  const forms = formsIn(texts);
  return words.map((word) => forms.get(word) ?? word).join(' ');
}

/** The most frequent form of each term of these texts. */
export function formsIn(texts: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const form of text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  const forms = new Map<string, string>();
  for (const [form] of [...counts].sort(([, one], [, other]) => other - one)) {
    const terms = tokenize(form);
    for (const term of terms) {
      if (!forms.has(term)) forms.set(term, terms.length === 1 ? form : term);
    }
  }
  return forms;
}
