/** Looks up the terms of a query in all segments, and computes bounds before any posting is read. */
import { COMPLETION_PART } from '../analysis/constants.ts';
import type { QueryTerm, QueryWord } from '../analysis/query.ts';
import { IMPACT_MAX, rarityOf } from '../analysis/weights.ts';
import { countInRange, type Segment } from '../segments/segment.ts';
import { rangeOf, type TermRange } from '../segments/sorted-terms.ts';

export interface PlannedTerm extends QueryTerm {
  /** The approximate number of products that have it. */
  count: number;
  /** Its rarity in the whole catalogue, an integer; 0 if products need not have it. */
  rarity: number;
}

export interface TermLookup {
  /** For each alternative, the terms of the segment that each word matches. */
  alternatives: readonly (readonly TermRange[])[];
  /** The approximate number of matching postings. */
  postings: number;
  /** An upper bound of the term's impact on any product of the segment. */
  maxImpact: number;
}

export interface PlannedSegment {
  segment: Segment;
  /** The lookups of all terms in this segment. */
  lookups: readonly TermLookup[];
}

export interface QueryPlan {
  terms: readonly PlannedTerm[];
  segments: readonly PlannedSegment[];
  /** An upper bound of the score of any product, without bonuses. */
  maxScore: number;
  /** Whether every term is optional. */
  isRelaxed: boolean;
}

export function planQuery(segments: readonly Segment[], terms: readonly QueryTerm[]): QueryPlan {
  const counts = terms.map(() => 0);
  let products = 0;
  const planned = segments.map((segment) => {
    products += segment.positions.length;
    const lookups = terms.map((term) => lookUp(segment, term));
    for (const [index, { postings }] of lookups.entries()) {
      counts[index] = (counts[index] as number) + postings;
    }
    return { segment, lookups };
  });
  const plannedTerms = terms.map((term, index) => {
    const count = counts[index] as number;
    return { ...term, count, rarity: term.isStop ? 0 : rarityOf(count, products) };
  });
  return {
    terms: plannedTerms,
    segments: planned,
    maxScore: maxScoreOf(plannedTerms),
    isRelaxed: false,
  };
}

/** The score of a product that has these terms with the highest impact. */
export function maxScoreOf(terms: readonly { rarity: number }[]): number {
  return terms.reduce((sum, { rarity }) => sum + IMPACT_MAX * rarity, 0);
}

function lookUp(segment: Segment, { alternatives }: QueryTerm): TermLookup {
  const lookup = { alternatives: [] as TermRange[][], postings: 0, maxImpact: 0 };
  for (const words of alternatives) {
    const ranges = words.map((word) => rangeOfWord(segment, word));
    // A product needs all words of an alternative, so its rarest word bounds the count.
    lookup.postings += Math.min(...ranges.map((range) => countInRange(segment, range)));
    const impacts = ranges.map((range) => maxImpactOf(segment, range));
    lookup.maxImpact = Math.max(lookup.maxImpact, Math.min(...impacts));
    lookup.alternatives.push(ranges);
  }
  return lookup;
}

function rangeOfWord({ terms }: Segment, { word, isPrefix }: QueryWord): TermRange {
  const range = rangeOf(terms, word);
  return isPrefix ? range : { ...range, end: range.wholeEnd };
}

function maxImpactOf({ maxImpacts }: Segment, { start, wholeEnd, end }: TermRange): number {
  const ofWord = wholeEnd > start ? (maxImpacts[start] as number) : 0;
  let ofCompletions = 0;
  for (let term = wholeEnd; term < end; term++) {
    ofCompletions = Math.max(ofCompletions, maxImpacts[term] as number);
  }
  return Math.max(ofWord, Math.floor(ofCompletions * COMPLETION_PART));
}
