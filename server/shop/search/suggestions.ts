/** Suggests completions of a typed text: words, categories and products of the catalogue. */
import type { Product, Suggestion } from '../../../contract/catalogue.ts';
import { SUGGESTIONS_MAX } from '../../../contract/limits.ts';
import { wholeCatalogue } from '../../../contract/listing.ts';
import { groupNameOf } from '../../../contract/variants.ts';
import { parseQuery } from '../../search-engine/analysis/query.ts';
import { writeAs } from '../../search-engine/analysis/wording.ts';
import { findCategories } from '../../search-engine/matching/categories.ts';
import { filtersOf } from '../../search-engine/matching/filters.ts';
import { planQuery } from '../../search-engine/matching/plan.ts';
import { rankProducts } from '../../search-engine/ranking/ranking.ts';
import { TopK } from '../../search-engine/ranking/top-k.ts';
import { completeWord } from '../../search-engine/spelling/completions.ts';
import type { CatalogueIndex } from './catalogue-index.ts';

const CATEGORIES_MAX = 2;

interface Typed {
  text: string;
  /** The folded and corrected words of the text. The last one may be incomplete. */
  words: readonly string[];
}

/** Returns at most SUGGESTIONS_MAX suggestions: words, then categories, then the first products of a search. */
export async function suggest(
  index: CatalogueIndex,
  { text, words }: Typed,
  readProducts: (positions: readonly number[]) => Promise<ReadonlyMap<number, Product>>,
): Promise<Suggestion[]> {
  const last = words.at(-1);
  if (last === undefined) return [];
  const { segments, lexicon } = index;
  const completions = completeWord(segments, last, parseQuery(words.slice(0, -1), lexicon));
  const categories = findCategories(index.categories, words).slice(0, CATEGORIES_MAX);
  const top = new TopK(SUGGESTIONS_MAX);
  // Leave out products that have the words only in their description.
  const filters = filtersOf({ ...wholeCatalogue, isGrouped: true });
  rankProducts(planQuery(segments, parseQuery(words, lexicon)), top, { isNamed: true, filters });

  const positions = top.results.map(({ position }) => position);
  const examples = completions.flatMap((completion) => completion.examples);
  const products = await readProducts([...new Set([...positions, ...examples])]);
  const textsOf = (position: number): string[] => {
    const product = products.get(position);
    return product ? [product.name, product.category] : [];
  };
  const textBefore = text.trim().toLowerCase().split(/\s+/).slice(0, -1);
  const suggestions: Suggestion[] = [
    ...completions.map(({ word, examples }) => ({
      kind: 'words' as const,
      text: [...textBefore, writeAs([word], examples.flatMap(textsOf))].join(' '),
    })),
    ...categories.map((name) => ({ kind: 'category' as const, text: name })),
    ...positions.flatMap((position) => {
      const product = products.get(position);
      return product
        ? [{ kind: 'product' as const, text: groupNameOf(product), productId: product._id }]
        : [];
    }),
  ];
  return withoutRepeats(suggestions, text).slice(0, SUGGESTIONS_MAX);
}

/** Removes repeated texts and the typed text. */
function withoutRepeats(suggestions: readonly Suggestion[], text: string): Suggestion[] {
  const seen = new Set([text.trim().toLowerCase()]);
  return suggestions.filter((suggestion) => {
    const key = suggestion.text.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
