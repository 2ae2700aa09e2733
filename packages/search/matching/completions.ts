/** Completes a typed word with words and categories of the catalogue. */
import { COMPLETIONS_MAX, EXAMPLES_MAX } from '../analysis/constants.ts';
import type { QueryTerm } from '../analysis/query.ts';
import { analyze } from '../analysis/tokenize.ts';
import { countPostings } from '../segments/posting-lists.ts';
import { SEGMENT_SIZE, type Segment } from '../segments/segment.ts';
import { rangeOf, type TermRange, termAt } from '../segments/sorted-terms.ts';
import { countFacets } from './facets.ts';
import { findMatches } from './matcher.ts';
import { planQuery } from './plan.ts';
import { type Ranked, TopK } from './top-k.ts';

/** Only the most frequent terms of each segment are counted. The most frequent of all are among them. */
const TERMS_PER_SEGMENT = 16;

export interface Completion {
  word: string;
  /** The number of products that have the completion and all words before it. */
  count: number;
  /** Positions of some of these products, to look up how they write the word. */
  examples: number[];
}

/** The words with this prefix that most products have in name, category or brand. */
export function completeWord(
  segments: readonly Segment[],
  beginning: string,
  termsBefore: readonly QueryTerm[],
): Completion[] {
  const completions = new Map<string, Completion>();
  /** 1 for each document that has all terms before the typed word. */
  const isMatch = new Uint8Array(SEGMENT_SIZE);
  for (const { segment, docs } of findMatches(planQuery(segments, termsBefore))) {
    const range = rangeOf(segment.terms, beginning);
    if (range.start === range.end) continue;
    isMatch.fill(0);
    for (const doc of docs) isMatch[doc] = 1;
    for (const { rank, position: term } of frequentTerms(segment, range, isMatch)) {
      const word = termAt(segment.terms, term);
      const completion = completions.get(word) ?? { word, count: 0, examples: [] };
      completion.count -= rank;
      addExamples(completion.examples, segment, term, isMatch);
      completions.set(word, completion);
    }
  }
  return [...completions.values()]
    .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .slice(0, COMPLETIONS_MAX);
}

/** The terms that most matching products have. A rank is the number of these products, negated. */
function frequentTerms(
  { named }: Segment,
  { start, end }: TermRange,
  isMatch: Uint8Array,
): readonly Ranked[] {
  const top = new TopK(TERMS_PER_SEGMENT);
  for (let term = start; term < end; term++) {
    // The count includes products that do not match, so it rules out most terms without reading their postings.
    if (!top.accepts(-countPostings(named, term), term)) continue;
    let products = 0;
    const endOfList = named.offsets[term + 1] as number;
    for (let i = named.offsets[term] as number; i < endOfList; i++) {
      products += isMatch[named.docs[i] as number] as number;
    }
    if (products > 0) top.offer(-products, term);
  }
  return top.results;
}

function addExamples(
  examples: number[],
  { named, positions }: Segment,
  term: number,
  isMatch: Uint8Array,
): void {
  const end = named.offsets[term + 1] as number;
  for (let i = named.offsets[term] as number; i < end && examples.length < EXAMPLES_MAX; i++) {
    const doc = named.docs[i] as number;
    if (isMatch[doc] === 1) examples.push(positions[doc] as number);
  }
}

export interface Category {
  name: string;
  words: readonly string[];
}

/** The categories that have products, most products first. */
export function listCategories(segments: readonly Segment[]): Category[] {
  const { categories } = countFacets(findMatches(planQuery(segments, [])), segments, {});
  return categories.map(({ name }) => {
    const { terms, forms } = analyze(name);
    return { name, words: [...terms, ...forms] };
  });
}

/** The names of the categories that have all these words. The last word may be incomplete. */
export function findCategories(
  categories: readonly Category[],
  words: readonly string[],
): string[] {
  const last = words.length - 1;
  const has = (category: Category, word: string, index: number): boolean =>
    category.words.some((other) => (index === last ? other.startsWith(word) : other === word));
  return categories
    .filter((category) => words.every((word, index) => has(category, word, index)))
    .map(({ name }) => name);
}
