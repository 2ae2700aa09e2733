/** Finds the products of a segment that have all required terms of a query, and scores them. */
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import type { TermLookup } from './plan.ts';
import type { PostingLists } from './posting-lists.ts';
import type { Segment } from './segment.ts';
import type { TermRange } from './sorted-terms.ts';
import { PREFIX_SHIFT } from './weights.ts';

/** The first `count` entries of all arrays; valid until the same matcher matches again. */
export interface Matches {
  count: number;
  docs: Uint16Array;
  /** The sum over all terms of impact times rarity. */
  scores: Uint32Array;
  /** 1 where an optional term is missing. */
  isPartial: Uint8Array;
}

export interface MatchOptions {
  /** The first document that isn't wanted. */
  docEnd?: number;
  /** The terms that are not looked for in descriptions; missing: none. */
  isNamed?: (lookup: TermLookup) => boolean;
}

/** Holds the working memory of one query, which goes through segment after segment. */
export class Matcher {
  readonly #matches: Matches = {
    count: 0,
    docs: new Uint16Array(SEGMENT_SIZE),
    scores: new Uint32Array(SEGMENT_SIZE),
    isPartial: new Uint8Array(SEGMENT_SIZE),
  };
  /** Impacts by document, 0 for none: of a term, an alternative of it, and a word of that. */
  readonly #ofTerm = new Uint8Array(SEGMENT_SIZE);
  readonly #ofAlternative = new Uint8Array(SEGMENT_SIZE);
  readonly #ofWord = new Uint8Array(SEGMENT_SIZE);

  /** @param lookups of all terms in this segment; without any, every product matches */
  match(segment: Segment, lookups: readonly TermLookup[], options: MatchOptions = {}): Matches {
    const docEnd = Math.min(options.docEnd ?? SEGMENT_SIZE, segment.positions.length);
    const required = lookups.filter(({ need }) => need === 'required');
    // The rarest term leaves the fewest products for the others to be compared with.
    const [rarest, ...others] = required.sort((one, other) => one.postings - other.postings);
    if (rarest === undefined) this.#startWithAll(docEnd);
    else this.#start(rarest, this.#impactsOf(segment, rarest, options), docEnd);
    for (const lookup of others) {
      if (this.#matches.count > 0) this.#narrow(lookup, this.#impactsOf(segment, lookup, options));
    }
    for (const lookup of lookups) {
      if (lookup.need === 'required' || this.#matches.count === 0) continue;
      this.#add(lookup, this.#impactsOf(segment, lookup, options));
    }
    return this.#matches;
  }

  #startWithAll(docEnd: number): void {
    const { docs, scores, isPartial } = this.#matches;
    for (let doc = 0; doc < docEnd; doc++) docs[doc] = doc;
    scores.fill(0, 0, docEnd);
    isPartial.fill(0, 0, docEnd);
    this.#matches.count = docEnd;
  }

  #start({ rarity }: TermLookup, impacts: Uint8Array, docEnd: number): void {
    const { docs, scores, isPartial } = this.#matches;
    const fours = new Uint32Array(impacts.buffer);
    let count = 0;
    for (let four = 0; 4 * four < docEnd; four++) {
      // Most segments have few of the documents: none of these four.
      if (fours[four] === 0) continue;
      for (let doc = 4 * four; doc < 4 * four + 4 && doc < docEnd; doc++) {
        const impact = impacts[doc] as number;
        if (impact === 0) continue;
        docs[count] = doc;
        scores[count] = impact * rarity;
        count++;
      }
    }
    isPartial.fill(0, 0, count);
    this.#matches.count = count;
  }

  #narrow({ rarity }: TermLookup, impacts: Uint8Array): void {
    const { docs, scores, count } = this.#matches;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      const impact = impacts[doc] as number;
      if (impact === 0) continue;
      docs[left] = doc;
      scores[left] = (scores[i] as number) + impact * rarity;
      left++;
    }
    this.#matches.count = left;
  }

  #add({ need, rarity }: TermLookup, impacts: Uint8Array): void {
    const { docs, scores, isPartial, count } = this.#matches;
    for (let i = 0; i < count; i++) {
      const impact = impacts[docs[i] as number] as number;
      scores[i] = (scores[i] as number) + impact * rarity;
      if (impact === 0 && need === 'optional') isPartial[i] = 1;
    }
  }

  /** Of several alternatives the one that fits best, and of its words the one that fits worst. */
  #impactsOf(segment: Segment, lookup: TermLookup, { isNamed }: MatchOptions): Uint8Array {
    const lists = isNamed?.(lookup) ? [segment.named] : [segment.named, segment.described];
    const docEnd = segment.positions.length;
    const term = this.#ofTerm.fill(0, 0, docEnd);
    for (const [first, ...others] of lookup.alternatives) {
      if (first === undefined) continue;
      if (others.length === 0) {
        addWord(term, lists, first);
        continue;
      }
      const alternative = this.#ofAlternative.fill(0, 0, docEnd);
      addWord(alternative, lists, first);
      for (const other of others) {
        const word = this.#ofWord.fill(0, 0, docEnd);
        addWord(word, lists, other);
        for (let doc = 0; doc < docEnd; doc++) {
          alternative[doc] = Math.min(alternative[doc] as number, word[doc] as number);
        }
      }
      for (let doc = 0; doc < docEnd; doc++) {
        term[doc] = Math.max(term[doc] as number, alternative[doc] as number);
      }
    }
    return term;
  }
}

/** Raises the impacts of the documents that have one of these terms. */
function addWord(
  impacts: Uint8Array,
  lists: readonly PostingLists[],
  { start, wholeEnd, end }: TermRange,
): void {
  for (const list of lists) {
    addPostings(impacts, list, start, wholeEnd, 0);
    addPostings(impacts, list, wholeEnd, end, PREFIX_SHIFT);
  }
}

function addPostings(
  impacts: Uint8Array,
  lists: PostingLists,
  first: number,
  end: number,
  shift: number,
): void {
  const endOfAll = lists.startOf(end);
  for (let i = lists.startOf(first); i < endOfAll; i++) {
    const doc = lists.docs[i] as number;
    const impact = (lists.impacts[i] as number) >> shift;
    if (impact > (impacts[doc] as number)) impacts[doc] = impact;
  }
}
