/** Completes a typed word with words of the catalogue. */

import type { QueryTerm } from '../analysis/query.ts';
import { lowerBound } from '../index/binary-search.ts';
import type { Segment } from '../index/segment.ts';
import type { TermRange } from '../index/sorted-terms.ts';
import { type Completion, SEGMENT_SIZE } from '../interface.ts';
import { findMatches } from '../matching/matching.ts';
import { planQuery } from '../matching/plan.ts';

const COMPLETIONS_MAX = 3;
/** Only the most frequent terms of each segment are counted. The most frequent of all are among them. */
const TERMS_PER_SEGMENT = 16;
const EXAMPLES_MAX = 5;

interface FrequentTerm {
  term: number;
  /** The number of matching products that have it. */
  products: number;
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
    const range = segment.terms.rangeOf(beginning);
    if (range.start === range.end) continue;
    isMatch.fill(0);
    for (const doc of docs) isMatch[doc] = 1;
    for (const { term, products } of frequentTerms(segment, range, isMatch)) {
      const word = segment.terms.at(term);
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
    if (named.count(term) <= least) continue;
    let products = 0;
    const endOfList = named.startOf(term + 1);
    for (let i = named.startOf(term); i < endOfList; i++) {
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
  const end = named.startOf(term + 1);
  for (let i = named.startOf(term); i < end && examples.length < EXAMPLES_MAX; i++) {
    const doc = named.docs[i] as number;
    if (isMatch[doc] === 1) examples.push(positions[doc] as number);
  }
}
