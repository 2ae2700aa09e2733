/** Looks up the terms of a query in all segments, and computes bounds before any posting is read. */
import type { QueryTerm, QueryWord } from '../analysis/query.ts';
import type { Segment } from '../index/segment.ts';
import type { TermRange } from '../index/sorted-terms.ts';
import { COMPLETION_PART, IMPACT_MAX, rarityOf, STOP_WORD_RARITY } from '../weights.ts';

export interface TermLookup {
  /** For each alternative, the terms of the segment that each word matches. */
  alternatives: readonly (readonly TermRange[])[];
  /** The approximate number of matching postings. */
  postings: number;
  /** An upper bound of the term's impact on any product of the segment. */
  maxImpact: number;
}

export interface QueryPlan {
  terms: readonly QueryTerm[];
  /** The rarity of each term in the whole catalogue, an integer; 0 for terms that do not count. */
  rarities: readonly number[];
  /** The approximate number of products that have each term. */
  counts: readonly number[];
  /** An upper bound of the score of any product, without bonuses. */
  maxScore: number;
  segments: readonly PlannedSegment[];
  /** If it is there, every term is optional, and a product needs this score. */
  relaxedMin?: number;
}

export interface PlannedSegment {
  segment: Segment;
  /** The lookups of all terms in this segment. */
  lookups: readonly TermLookup[];
}

export function planQuery(segments: readonly Segment[], terms: readonly QueryTerm[]): QueryPlan {
  const counts = terms.map(() => 0);
  let products = 0;
  const looked = segments.map((segment) => {
    products += segment.positions.length;
    const lookups = terms.map((term) => lookUp(segment, term));
    for (const [index, { postings }] of lookups.entries()) {
      counts[index] = (counts[index] as number) + postings;
    }
    return { segment, lookups };
  });
  const rarities = terms.map(({ need }, index) =>
    need === 'stop' ? STOP_WORD_RARITY : rarityOf(counts[index] as number, products),
  );
  return { terms, rarities, counts, maxScore: maxScoreOf(rarities), segments: looked };
}

export function maxScoreOf(rarities: readonly number[]): number {
  return rarities.reduce((sum, rarity) => sum + IMPACT_MAX * rarity, 0);
}

function lookUp(segment: Segment, { alternatives }: QueryTerm): TermLookup {
  const lookup = { alternatives: [] as TermRange[][], postings: 0, maxImpact: 0 };
  for (const words of alternatives) {
    const ranges = words.map((word) => rangeOf(segment, word));
    // A product needs all words of an alternative, so its rarest word bounds the count.
    lookup.postings += Math.min(...ranges.map((range) => countPostings(segment, range)));
    const impacts = ranges.map((range) => maxImpactOf(segment, range));
    lookup.maxImpact = Math.max(lookup.maxImpact, Math.min(...impacts));
    lookup.alternatives.push(ranges);
  }
  return lookup;
}

function rangeOf({ terms }: Segment, { word, isPrefix }: QueryWord): TermRange {
  const range = terms.rangeOf(word);
  return isPrefix ? range : { ...range, end: range.wholeEnd };
}

function countPostings({ named, described }: Segment, { start, end }: TermRange): number {
  return named.count(start, end) + described.count(start, end);
}

function maxImpactOf({ maxImpacts }: Segment, { start, wholeEnd, end }: TermRange): number {
  const ofWord = wholeEnd > start ? (maxImpacts[start] as number) : 0;
  let ofCompletions = 0;
  for (let term = wholeEnd; term < end; term++) {
    ofCompletions = Math.max(ofCompletions, maxImpacts[term] as number);
  }
  return Math.max(ofWord, Math.floor(ofCompletions * COMPLETION_PART));
}
