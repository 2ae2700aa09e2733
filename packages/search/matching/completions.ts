/** Completes a typed word with words and categories of the catalogue. */
import type { QueryTerm } from '../analysis/query.ts';
import { lowerBound } from '../segments/binary-search.ts';
import type { Category } from '../segments/categories.ts';
import { countPostings } from '../segments/posting-lists.ts';
import { SEGMENT_SIZE, type Segment } from '../segments/segment.ts';
import { rangeOf, type TermRange, termAt } from '../segments/sorted-terms.ts';
import { findMatches } from './matcher.ts';
import { planQuery } from './plan.ts';

const COMPLETIONS_MAX = 3;
/** Only the most frequent terms of each segment are counted. The most frequent of all are among them. */
const TERMS_PER_SEGMENT = 16;
const EXAMPLES_MAX = 5;

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
    for (const { term, products } of frequentTerms(segment, range, isMatch)) {
      const word = termAt(segment.terms, term);
      const completion = completions.get(word) ?? { word, count: 0, examples: [] };
      completion.count += products;
      addExamples(completion.examples, segment, term, isMatch);
      completions.set(word, completion);
    }
  }
  return [...completions.values()]
    .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .slice(0, COMPLETIONS_MAX);
}

interface FrequentTerm {
  term: number;
  /** The number of matching products that have it. */
  products: number;
}

/** The most frequent terms of a segment. */
function frequentTerms(
  { named }: Segment,
  { start, end }: TermRange,
  isMatch: Uint8Array,
): FrequentTerm[] {
  /** Most products first. */
  const frequent: FrequentTerm[] = [];
  for (let term = start; term < end; term++) {
    const least = frequent[TERMS_PER_SEGMENT - 1]?.products ?? 0;
    // The count includes products that do not match, so it rules out most terms without reading their postings.
    if (countPostings(named, term) <= least) continue;
    let products = 0;
    const endOfList = named.offsets[term + 1] as number;
    for (let i = named.offsets[term] as number; i < endOfList; i++) {
      products += isMatch[named.docs[i] as number] as number;
    }
    if (products <= least) continue;
    const at = lowerBound(0, frequent.length, (i) => (frequent[i]?.products ?? 0) >= products);
    frequent.splice(at, 0, { term, products });
    if (frequent.length > TERMS_PER_SEGMENT) frequent.pop();
  }
  return frequent;
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
