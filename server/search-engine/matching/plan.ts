/** Looks up the terms of a query in all segments, and computes bounds before any posting is read. */
import type { QueryTerm, QueryWord } from '../analysis/query.ts';
import type { Segment } from '../index/segment.ts';
import type { TermRange } from '../index/sorted-terms.ts';
import { IMPACT_MAX, PREFIX_SHIFT, rarityOf, STOP_WORD_RARITY } from '../weights.ts';

export interface TermLookup {
  need: QueryTerm['need'];
  /** For each alternative, the terms of the segment that each word matches. */
  alternatives: readonly (readonly TermRange[])[];
  /** The approximate number of matching postings. */
  postings: number;
  /** An upper bound of the term's impact on any product of the segment. */
  maxImpact: number;
  /** The term's rarity in the whole catalogue. */
  rarity: number;
}

export interface QueryPlan {
  terms: readonly QueryTerm[];
  /** The rarity of each term. */
  rarities: readonly number[];
  /** The approximate number of products that have each term. */
  counts: readonly number[];
  /** An upper bound of the score of any product, without bonuses. */
  maxScore: number;
  segments: readonly PlannedSegment[];
  /** If it is there, a product need not have all required terms. */
  relaxation?: Relaxation;
}

export interface PlannedSegment {
  segment: Segment;
  /** The lookups of all terms in this segment. */
  lookups: readonly TermLookup[];
}

/** A product matches if its terms have enough information. */
export interface Requirement {
  /** The information of each term, an integer; 0 for terms that do not count. */
  information: readonly number[];
  minimum: number;
}

export interface Relaxation extends Requirement {
  /** The information of products that have all required terms; undefined if there are none. */
  complete: number | undefined;
}

export function planQuery(segments: readonly Segment[], terms: readonly QueryTerm[]): QueryPlan {
  const counts = terms.map(() => 0);
  let products = 0;
  const looked = segments.map((segment) => {
    products += segment.positions.length;
    const lookups = terms.map((term, index) => {
      const lookup = lookUp(segment, term);
      counts[index] = (counts[index] as number) + lookup.postings;
      return lookup;
    });
    return { segment, lookups };
  });
  const rarities = terms.map(({ need }, index) =>
    need === 'stop' ? STOP_WORD_RARITY : rarityOf(counts[index] as number, products),
  );
  for (const { lookups } of looked) {
    for (const [index, lookup] of lookups.entries()) lookup.rarity = rarities[index] as number;
  }
  return {
    terms,
    rarities,
    counts,
    maxScore: rarities.reduce((sum, rarity) => sum + IMPACT_MAX * rarity, 0),
    segments: looked,
  };
}

/** An upper bound of the score of any product of the segment, without bonuses. */
export function scoreMax(lookups: readonly TermLookup[]): number {
  return lookups.reduce((sum, { maxImpact, rarity }) => sum + maxImpact * rarity, 0);
}

function lookUp(segment: Segment, { need, alternatives }: QueryTerm): TermLookup {
  const lookup = { need, alternatives: [] as TermRange[][], postings: 0, maxImpact: 0, rarity: 0 };
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

function rangeOf({ terms }: Segment, { prefix, isPrefix }: QueryWord): TermRange {
  const range = terms.rangeOf(prefix);
  return isPrefix ? range : { ...range, end: range.wholeEnd };
}

function countPostings({ named, described }: Segment, { start, end }: TermRange): number {
  return named.count(start, end) + described.count(start, end);
}

/** The bound for completions is rough, because it does not read the impact of each. */
function maxImpactOf({ maxImpacts }: Segment, { start, wholeEnd, end }: TermRange): number {
  const ofWord = wholeEnd > start ? (maxImpacts[start] as number) : 0;
  return Math.max(ofWord, end > wholeEnd ? IMPACT_MAX >> PREFIX_SHIFT : 0);
}
