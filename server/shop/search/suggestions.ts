/** Suggests completions of a typed text: words, categories and products of the catalogue. */
import type { Product, Suggestion } from '../../../contract/catalogue.ts';
import { SUGGESTIONS_MAX } from '../../../contract/limits.ts';
import { groupNameOf } from '../../../contract/variants.ts';
import type { CompletedText } from '../../../packages/search/index.ts';
import { formsIn } from './wording.ts';

const CATEGORIES_MAX = 2;

/** Returns at most SUGGESTIONS_MAX suggestions: words, then categories, then the first products of a search. */
export async function toSuggestions(
  text: string,
  { completions, categories, positions }: CompletedText,
  readProducts: (positions: readonly number[]) => Promise<ReadonlyMap<number, Product>>,
): Promise<Suggestion[]> {
  const examples = completions.flatMap((completion) => completion.examples);
  const products = await readProducts([...new Set([...positions, ...examples])]);
  const textsOf = (position: number): string[] => {
    const product = products.get(position);
    return product ? [product.name, product.category] : [];
  };
  const textBefore = text.trim().toLowerCase().split(/\s+/).slice(0, -1);
  const suggestions: Suggestion[] = [
    // Other terms, such as a part of an id, only find products.
    ...completions.flatMap(({ word, examples }) => {
      const form = formsIn(examples.flatMap(textsOf)).get(word);
      return form ? [{ kind: 'words' as const, text: [...textBefore, form].join(' ') }] : [];
    }),
    ...categories
      .slice(0, CATEGORIES_MAX)
      .map((name) => ({ kind: 'category' as const, text: name })),
    ...positions.flatMap((position) => {
      const product = products.get(position);
      return product
        ? [{ kind: 'product' as const, text: groupNameOf(product), productId: product._id }]
        : [];
    }),
  ];
  return withoutRepeats(suggestions, text).slice(0, SUGGESTIONS_MAX);
}

/** Removes repeated texts, and words and categories that are the typed text. */
function withoutRepeats(suggestions: readonly Suggestion[], text: string): Suggestion[] {
  const typed = text.trim().toLowerCase();
  const seen = new Set<string>();
  return suggestions.filter((suggestion) => {
    const key = suggestion.text.toLowerCase();
    // A product leads to its own page, and not to a search for the same text.
    if (seen.has(key) || (key === typed && suggestion.kind !== 'product')) return false;
    seen.add(key);
    return true;
  });
}
