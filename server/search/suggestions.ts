/** What somebody may be about to type: words of the catalogue, its categories, and products by name. */

import type { Suggestion } from '../../contract/catalogue.ts';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { STRETCH_SIZE } from '../catalogue/stretches.ts';
import type { Db } from '../storage/schema.ts';
import { Best } from './best.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { DESCRIPTION_COST } from './costs.ts';
import { Matcher, type Matches } from './matching.ts';
import { rankBest } from './order.ts';
import { type Term, termsOf, writeAs } from './rules.ts';
import { findByPositions } from './store.ts';
import { endOfBeginning, FIELD_BITS, firstFrom, type Stretch } from './stretch.ts';

const WORDS_MAX = 3;
const CATEGORIES_MAX = 2;
/** Products that are looked at for how a word is written. */
const EXAMPLES = 5;

interface Completion {
  word: string;
  /** Products that have it, and all that was typed before. */
  count: number;
  /** Positions of the first of these. */
  examples: number[];
}

/**
 * At most 8: the likeliest words first, then categories, then the products that would be found first.
 * @param words the folded words of the text; the last one may be a beginning
 */
export async function suggest(
  db: Db,
  index: CatalogueIndex,
  text: string,
  words: readonly string[],
): Promise<Suggestion[]> {
  const last = words.at(-1);
  if (last === undefined) return [];
  const isWord = (word: string) => index.vocabulary.has(word);
  const before = termsOf(words.slice(0, -1), isWord);
  const completions = complete(index.stretches, last, before);
  const positions = bestOf(index.stretches, termsOf(words, isWord));
  const examples = completions.flatMap((completion) => completion.examples);
  const texts = await textsAt(db, [...positions, ...examples]);

  const typed = text.trim().toLowerCase().split(/\s+/).slice(0, -1);
  const suggestions: Suggestion[] = [
    ...completions.map(({ word, examples }) => {
      const written = writeAs(
        [word],
        examples.flatMap((position) => texts.get(position) ?? []),
      );
      return { kind: 'words' as const, text: [...typed, written].join(' ') };
    }),
    ...index
      .categoriesOf(words)
      .slice(0, CATEGORIES_MAX)
      .map((name) => ({ kind: 'category' as const, text: name })),
    ...positions.flatMap((position) => {
      const [name] = texts.get(position) ?? [];
      return name === undefined ? [] : { kind: 'product' as const, text: name };
    }),
  ];
  return withoutRepeats(suggestions, text).slice(0, SUGGESTIONS_MAX);
}

/** The words that begin so which most products have, in their names, categories or brands. */
function complete(
  stretches: readonly Stretch[],
  beginning: string,
  before: readonly Term[],
): Completion[] {
  const completions = new Map<string, Completion>();
  const matcher = new Matcher(before);
  for (const stretch of stretches) {
    const { words, offsets, postings, positionOf } = stretch;
    const from = firstFrom(words, beginning);
    const to = endOfBeginning(words, beginning, from);
    if (from === to) continue;
    matcher.begin(stretch);
    const fits = before.length === 0 ? undefined : fitting(matcher.match());
    for (let index = from; index < to; index++) {
      const word = words[index] as string;
      const completion = completions.get(word) ?? { word, count: 0, examples: [] };
      const named = postings.subarray(offsets[2 * index], offsets[2 * index + 1]);
      const fit = fits ? named.filter((posting) => fits[posting >> FIELD_BITS]) : named;
      completion.count += fit.length;
      for (const posting of fit.subarray(0, EXAMPLES - completion.examples.length)) {
        completion.examples.push(positionOf[posting >> FIELD_BITS] as number);
      }
      if (completion.count > 0) completions.set(word, completion);
    }
  }
  return [...completions.values()]
    .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .slice(0, WORDS_MAX);
}

/** 1 at the places that matched. */
function fitting({ count, places }: Matches): Uint8Array {
  const fits = new Uint8Array(STRETCH_SIZE);
  for (let i = 0; i < count; i++) fits[places[i] as number] = 1;
  return fits;
}

/** Positions of the products that a search would find first, without those only described so. */
function bestOf(stretches: readonly Stretch[], terms: readonly Term[]): number[] {
  const best = new Best(SUGGESTIONS_MAX, undefined);
  rankBest(stretches, terms, best, undefined, DESCRIPTION_COST - 1);
  return best.inOrder().map(({ position }) => position);
}

/** Name and category by position. */
async function textsAt(db: Db, positions: readonly number[]): Promise<Map<number, string[]>> {
  const found = await findByPositions(db, [...new Set(positions)]);
  return new Map(
    found.map(({ position, product }) => [position, [product.name, product.category]]),
  );
}

/** Nor what is typed already. */
function withoutRepeats(suggestions: readonly Suggestion[], text: string): Suggestion[] {
  const known = new Set([text.trim().toLowerCase()]);
  return suggestions.filter((suggestion) => {
    const key = suggestion.text.toLowerCase();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
