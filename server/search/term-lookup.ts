/** Looks up the terms of a query in a segment: what can be said before any posting is read. */
import { NO_MATCH, Penalty } from './penalties.ts';
import type { QueryTerm, QueryWord } from './query.ts';
import type { Segment } from './segment.ts';
import type { TermRange } from './sorted-terms.ts';

export interface TermLookup {
  /** The terms of the segment that each word matches, by alternative. */
  alternatives: readonly (readonly TermRange[])[];
  /** The smallest penalty that a product may have for this term. */
  minPenalty: number;
  /** How many postings match, roughly: the fewer, the rarer is the term. */
  postings: number;
}

/** Undefined if no product of the segment can have all terms. */
export function lookUpTerms(
  segment: Segment,
  terms: readonly QueryTerm[],
): TermLookup[] | undefined {
  const lookups: TermLookup[] = [];
  for (const term of terms) {
    const lookup = lookUp(segment, term);
    if (lookup.postings === 0) return undefined;
    lookups.push(lookup);
  }
  return lookups;
}

/** The smallest penalty of a product that has all terms. */
export function sumMinPenalties(lookups: readonly TermLookup[]): number {
  return lookups.reduce((sum, { minPenalty }) => sum + minPenalty, 0);
}

function lookUp(segment: Segment, term: QueryTerm): TermLookup {
  const lookup = { alternatives: [] as TermRange[][], minPenalty: NO_MATCH, postings: 0 };
  for (const words of term) {
    const ranges: TermRange[] = [];
    let fewestPostings = Number.POSITIVE_INFINITY;
    let minPenalty = 0;
    for (const word of words) {
      const range = rangeOf(segment, word);
      ranges.push(range);
      fewestPostings = Math.min(fewestPostings, countPostings(segment, range));
      // A product needs all words of an alternative, so the worst of them counts.
      minPenalty = Math.max(minPenalty, minPenaltyOf(segment, range));
    }
    lookup.alternatives.push(ranges);
    lookup.minPenalty = Math.min(lookup.minPenalty, minPenalty);
    lookup.postings += fewestPostings;
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

function minPenaltyOf({ minPenalties }: Segment, { start, wholeEnd, end }: TermRange): number {
  const ofWord = wholeEnd > start ? (minPenalties[start] as number) : NO_MATCH;
  const ofPrefix = end > wholeEnd ? Penalty.NAME_PREFIX : NO_MATCH;
  return Math.min(ofWord, ofPrefix);
}
