/** What somebody may be about to type: words of the catalogue, its categories, and products by name. */

import type { Product, Suggestion } from '../../contract/catalogue.ts';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import { Best } from './best.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { DESCRIPTION_COST } from './costs.ts';
import type { FoundProducts } from './found-products.ts';
import { Matcher, type Matches } from './matching.ts';
import { rankBest } from './order.ts';
import { type Term, termsOf, writeAs } from './rules.ts';
import { FIELD_BITS, type Segment } from './segment.ts';
import type { Segments } from './segments.ts';

const WORDS_MAX = 3;
const CATEGORIES_MAX = 2;
/** Words of each segment that are counted. */
const LIKELY_WORDS = 16;
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
  products: FoundProducts,
  index: CatalogueIndex,
  text: string,
  words: readonly string[],
): Promise<Suggestion[]> {
  const last = words.at(-1);
  if (last === undefined) return [];
  const isWord = (word: string) => index.vocabulary.has(word);
  const before = termsOf(words.slice(0, -1), isWord);
  const completions = complete(index.segments, last, before);
  const positions = bestOf(index.segments, termsOf(words, isWord));
  const examples = completions.flatMap((completion) => completion.examples);
  const found = await products.at(new Set([...positions, ...examples]), index.version);

  const typed = text.trim().toLowerCase().split(/\s+/).slice(0, -1);
  const suggestions: Suggestion[] = [
    ...completions.map(({ word, examples }) => {
      const written = writeAs(
        [word],
        examples.flatMap((position) => textsOf(found.get(position))),
      );
      return { kind: 'words' as const, text: [...typed, written].join(' ') };
    }),
    ...index
      .categoriesOf(words)
      .slice(0, CATEGORIES_MAX)
      .map((name) => ({ kind: 'category' as const, text: name })),
    ...positions.flatMap((position) => {
      const name = found.get(position)?.name;
      return name === undefined ? [] : { kind: 'product' as const, text: name };
    }),
  ];
  return withoutRepeats(suggestions, text).slice(0, SUGGESTIONS_MAX);
}

/** The words that begin so which most products have, in their names, categories or brands. */
function complete(segments: Segments, beginning: string, before: readonly Term[]): Completion[] {
  const completions = new Map<string, Completion>();
  const matcher = new Matcher(before, segments);
  const begun = segments.occurrencesOf({ word: beginning, mayBegin: true });
  for (const [at, segment] of segments.all.entries()) {
    if (begun.postings(at) === 0) continue;
    matcher.begin(at);
    const fits = before.length === 0 ? undefined : fitting(matcher.match());
    for (const { index, count } of likeliest(segment, [begun.first(at), begun.end(at)], fits)) {
      const word = segment.words.at(index);
      const completion = completions.get(word) ?? { word, count: 0, examples: [] };
      completion.count += count;
      addExamples(completion.examples, segment, index, fits);
      completions.set(word, completion);
    }
  }
  return [...completions.values()]
    .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .slice(0, WORDS_MAX);
}

/** The words that most products of a segment have: what is likely in none of them, isn't in all. */
function likeliest(
  { offsets, postings }: Segment,
  [first, endOfWords]: [first: number, end: number],
  fits: Uint8Array | undefined,
): { index: number; count: number }[] {
  const likely: { index: number; count: number }[] = [];
  let least = 0;
  for (let index = first; index < endOfWords; index++) {
    const [start, end] = [offsets[2 * index] as number, offsets[2 * index + 1] as number];
    if (end - start <= least) continue;
    const count = fits ? countFitting(postings, start, end, fits) : end - start;
    if (count <= least) continue;
    const better = likely.findLastIndex((other) => other.count >= count);
    likely.splice(better + 1, 0, { index, count });
    if (likely.length > LIKELY_WORDS) likely.pop();
    if (likely.length === LIKELY_WORDS) least = likely.at(-1)?.count ?? 0;
  }
  return likely;
}

function countFitting(postings: Uint16Array, start: number, end: number, fits: Uint8Array): number {
  const bits = FIELD_BITS;
  let count = 0;
  for (let i = start; i < end; i++) count += fits[(postings[i] as number) >> bits] as number;
  return count;
}

function addExamples(
  examples: number[],
  { offsets, postings, positionOf }: Segment,
  word: number,
  fits: Uint8Array | undefined,
): void {
  const end = offsets[2 * word + 1] as number;
  for (let i = offsets[2 * word] as number; i < end && examples.length < EXAMPLES; i++) {
    const place = (postings[i] as number) >> FIELD_BITS;
    if (fits?.[place] !== 0) examples.push(positionOf[place] as number);
  }
}

/** 1 at the places that matched. */
function fitting({ count, places }: Matches): Uint8Array {
  const fits = new Uint8Array(SEGMENT_SIZE);
  for (let i = 0; i < count; i++) fits[places[i] as number] = 1;
  return fits;
}

/** Positions of the products that a search would find first, without those only described so. */
function bestOf(segments: Segments, terms: readonly Term[]): number[] {
  const best = new Best(SUGGESTIONS_MAX, undefined);
  rankBest(segments, terms, best, undefined, DESCRIPTION_COST - 1);
  return best.inOrder().map(({ position }) => position);
}

function textsOf(product: Product | undefined): string[] {
  return product ? [product.name, product.category] : [];
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
