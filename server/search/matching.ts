/** Finds the products of a segment that have all terms of a query, and their penalties. */
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import { NO_MATCH, Penalty, prefixPenalties, wordPenalties } from './penalties.ts';
import { docOf, fieldsOf, type PostingLists } from './posting-lists.ts';
import type { Segment } from './segment.ts';
import type { TermRange } from './sorted-terms.ts';
import { sumMinPenalties, type TermLookup } from './term-lookup.ts';

/** The first `count` entries of both arrays; valid until the same matcher matches again. */
export interface Matches {
  count: number;
  docs: Uint16Array;
  /** Of all terms together. */
  penalties: Uint16Array;
}

/** Products that are beyond a limit may be left out. */
export interface MatchLimits {
  penaltyMax: number;
  /** The first document that isn't wanted. */
  docEnd: number;
}

const NO_LIMITS: MatchLimits = { penaltyMax: Number.POSITIVE_INFINITY, docEnd: SEGMENT_SIZE };

/** Holds the working memory of one query, which goes through segment after segment. */
export class Matcher {
  readonly #matches: Matches = {
    count: 0,
    docs: new Uint16Array(SEGMENT_SIZE),
    penalties: new Uint16Array(SEGMENT_SIZE),
  };
  /** Penalties by document, NO_MATCH at first: of a term, an alternative of it, and a word of that. */
  readonly #ofTerm = new Uint8Array(SEGMENT_SIZE);
  readonly #ofAlternative = new Uint8Array(SEGMENT_SIZE);
  readonly #ofWord = new Uint8Array(SEGMENT_SIZE);

  /** @param lookups of all terms in this segment; without any, every product matches */
  match(
    segment: Segment,
    lookups: readonly TermLookup[],
    limits: MatchLimits = NO_LIMITS,
  ): Matches {
    const { penaltyMax, docEnd } = limits;
    const minPenalty = sumMinPenalties(lookups);
    const matches = this.#matches;
    matches.count = 0;
    if (minPenalty > penaltyMax) return matches;
    // The rarest term leaves the fewest products for the others to be compared with.
    const [rarest, ...others] = lookups.toSorted((one, other) => one.postings - other.postings);
    if (rarest === undefined) return matchAll(matches, segment.positions.length);
    const limitsOf = (lookup: TermLookup): MatchLimits => ({
      penaltyMax: penaltyMax - (minPenalty - lookup.minPenalty),
      docEnd,
    });
    startWith(matches, this.#penaltiesOf(segment, rarest, limitsOf(rarest)), limits);
    for (const lookup of others) {
      if (matches.count === 0) break;
      narrow(matches, this.#penaltiesOf(segment, lookup, limitsOf(lookup)), penaltyMax);
    }
    return matches;
  }

  /** Of several alternatives the one that fits best, and of its words the one that fits worst. */
  #penaltiesOf(segment: Segment, { alternatives }: TermLookup, limits: MatchLimits): Uint8Array {
    const { docEnd } = limits;
    const term = this.#ofTerm.fill(NO_MATCH, 0, docEnd);
    for (const [first, ...others] of alternatives) {
      if (first === undefined) continue;
      if (others.length === 0) {
        addWord(term, segment, first, limits);
        continue;
      }
      const alternative = this.#ofAlternative.fill(NO_MATCH, 0, docEnd);
      addWord(alternative, segment, first, limits);
      for (const other of others) {
        const word = this.#ofWord.fill(NO_MATCH, 0, docEnd);
        addWord(word, segment, other, limits);
        for (let doc = 0; doc < docEnd; doc++) {
          alternative[doc] = Math.max(alternative[doc] as number, word[doc] as number);
        }
      }
      for (let doc = 0; doc < docEnd; doc++) {
        term[doc] = Math.min(term[doc] as number, alternative[doc] as number);
      }
    }
    return term;
  }
}

function matchAll(matches: Matches, docEnd: number): Matches {
  for (let doc = 0; doc < docEnd; doc++) matches.docs[doc] = doc;
  matches.penalties.fill(0);
  matches.count = docEnd;
  return matches;
}

function startWith(
  matches: Matches,
  ofTerm: Uint8Array,
  { penaltyMax, docEnd }: MatchLimits,
): void {
  const { docs, penalties } = matches;
  for (let doc = 0; doc < docEnd; doc++) {
    const penalty = ofTerm[doc] as number;
    if (penalty === NO_MATCH || penalty > penaltyMax) continue;
    docs[matches.count] = doc;
    penalties[matches.count] = penalty;
    matches.count++;
  }
}

function narrow(matches: Matches, ofTerm: Uint8Array, penaltyMax: number): void {
  const { docs, penalties, count } = matches;
  matches.count = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const penalty = ofTerm[doc] as number;
    const sum = (penalties[i] as number) + penalty;
    if (penalty === NO_MATCH || sum > penaltyMax) continue;
    docs[matches.count] = doc;
    penalties[matches.count] = sum;
    matches.count++;
  }
}

/** Lowers the penalties of the documents that have one of these terms. */
function addWord(
  penalties: Uint8Array,
  { named, described }: Segment,
  { start, wholeEnd, end }: TermRange,
  { penaltyMax, docEnd }: MatchLimits,
): void {
  addPostings(penalties, named, [start, wholeEnd], wordPenalties, docEnd);
  if (penaltyMax >= Penalty.NAME_PREFIX) {
    addPostings(penalties, named, [wholeEnd, end], prefixPenalties, docEnd);
  }
  if (penaltyMax >= Penalty.DESCRIPTION) {
    addPostings(penalties, described, [start, end], prefixPenalties, docEnd);
  }
}

/** @param byFields the penalty for each set of fields */
function addPostings(
  penalties: Uint8Array,
  lists: PostingLists,
  [first, end]: readonly [first: number, end: number],
  byFields: Uint8Array,
  docEnd: number,
): void {
  const { postings } = lists;
  const endOfAll = lists.startOf(end);
  for (let i = lists.startOf(first); i < endOfAll; i++) {
    const posting = postings[i] as number;
    const doc = docOf(posting);
    if (doc >= docEnd) continue;
    const penalty = byFields[fieldsOf(posting)] as number;
    if (penalty < (penalties[doc] as number)) penalties[doc] = penalty;
  }
}
