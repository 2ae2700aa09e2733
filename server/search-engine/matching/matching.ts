/** Finds the products of a segment that have all required terms of a query, and scores them. */

import type { PostingLists } from '../index/posting-lists.ts';
import type { Segment } from '../index/segment.ts';
import { SEGMENT_SIZE } from '../index/segment.ts';
import type { TermRange } from '../index/sorted-terms.ts';
import { PREFIX_SHIFT } from '../weights.ts';
import { scoreMax, type TermLookup } from './plan.ts';

/** Only the first `count` entries of each array are valid, and only until the same matcher matches again. */
export interface Matches {
  count: number;
  docs: Uint16Array;
  /** The sum of impact times rarity over all terms. */
  scores: Uint32Array;
  /** 1 if an optional term is missing. */
  isPartial: Uint8Array;
}

export interface MatchOptions {
  /** Only documents before this one are matched. */
  docEnd?: number;
  /** Products with a lower score may be left out. */
  scoreMin?: number;
  /** Whether a term is not searched in descriptions; by default every term is. */
  isNamed?: (lookup: TermLookup) => boolean;
}

/** Holds the working memory of one query, for one segment after the other. */
export class Matcher {
  readonly #matches: Matches = {
    count: 0,
    docs: new Uint16Array(SEGMENT_SIZE),
    scores: new Uint32Array(SEGMENT_SIZE),
    isPartial: new Uint8Array(SEGMENT_SIZE),
  };
  /** The impacts of a term, of one of its alternatives, and of a word of the alternative. */
  readonly #ofTerm = new Impacts();
  readonly #ofAlternative = new Impacts();
  readonly #ofWord = new Impacts();

  /** @param lookups the lookups of all terms in this segment; every product matches if there are none */
  match(segment: Segment, lookups: readonly TermLookup[], options: MatchOptions = {}): Matches {
    const docEnd = Math.min(options.docEnd ?? SEGMENT_SIZE, segment.positions.length);
    const required = lookups.filter(({ need }) => need === 'required');
    // Start with the rarest term, which leaves the fewest products to check for the others.
    const [rarest, ...others] = required.sort((one, other) => one.postings - other.postings);
    // The score that a product must have so far, because the remaining terms add at most their maximum.
    let needed = (options.scoreMin ?? 0) - scoreMax(lookups);
    if (rarest === undefined) this.#startWithAll(segment, docEnd);
    else {
      needed += scoreMax([rarest]);
      const impacts = this.#impactsOf(segment, rarest, options);
      this.#start(rarest, impacts, segment, { docEnd, needed });
    }
    for (const lookup of others) {
      if (this.#matches.count === 0) break;
      needed += scoreMax([lookup]);
      this.#narrow(lookup, this.#impactsOf(segment, lookup, options), needed);
    }
    for (const lookup of lookups) {
      if (lookup.need !== 'optional' || this.#matches.count === 0) continue;
      this.#addOptional(lookup, this.#impactsOf(segment, lookup, options));
    }
    return this.#matches;
  }

  #startWithAll({ onSale }: Segment, docEnd: number): void {
    const { docs, scores, isPartial } = this.#matches;
    let count = 0;
    for (let doc = 0; doc < docEnd; doc++) if (onSale[doc] === 1) docs[count++] = doc;
    scores.fill(0, 0, count);
    isPartial.fill(0, 0, count);
    this.#matches.count = count;
  }

  #start(
    { rarity }: TermLookup,
    impacts: Impacts,
    { onSale }: Segment,
    { docEnd, needed }: { docEnd: number; needed: number },
  ): void {
    const { docs, scores, isPartial } = this.#matches;
    let count = 0;
    for (let i = 0; i < impacts.count; i++) {
      const doc = impacts.docs[i] as number;
      const score = (impacts.byDoc[doc] as number) * rarity;
      if (doc >= docEnd || score < needed || onSale[doc] === 0) continue;
      docs[count] = doc;
      scores[count] = score;
      count++;
    }
    isPartial.fill(0, 0, count);
    this.#matches.count = count;
  }

  #narrow({ rarity }: TermLookup, { byDoc }: Impacts, needed: number): void {
    const { docs, scores, count } = this.#matches;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      const impact = byDoc[doc] as number;
      const score = (scores[i] as number) + impact * rarity;
      if (impact === 0 || score < needed) continue;
      docs[left] = doc;
      scores[left] = score;
      left++;
    }
    this.#matches.count = left;
  }

  #addOptional({ rarity }: TermLookup, { byDoc }: Impacts): void {
    const { docs, scores, isPartial, count } = this.#matches;
    for (let i = 0; i < count; i++) {
      const impact = byDoc[docs[i] as number] as number;
      scores[i] = (scores[i] as number) + impact * rarity;
      if (impact === 0) isPartial[i] = 1;
    }
  }

  /** The best alternative of a term counts, and of its words the one with the lowest impact. */
  #impactsOf(
    { named, described }: Segment,
    lookup: TermLookup,
    { isNamed }: MatchOptions,
  ): Impacts {
    const lists = isNamed?.(lookup) ? [named] : [named, described];
    const term = this.#ofTerm.clear();
    for (const [first, ...others] of lookup.alternatives) {
      if (first === undefined) continue;
      const alternative = others.length === 0 ? term : this.#ofAlternative.clear();
      addWord(alternative, lists, first);
      for (const other of others) {
        const word = this.#ofWord.clear();
        addWord(word, lists, other);
        alternative.lowerTo(word);
      }
      if (alternative !== term) term.raiseTo(alternative);
    }
    return term;
  }
}

/** The impacts of a term on the documents of a segment. */
class Impacts {
  /** The impact on each document; 0 if it does not match. */
  readonly byDoc = new Uint8Array(SEGMENT_SIZE);
  /** The first `count` entries are the documents with an impact, in no order. */
  readonly docs = new Uint16Array(SEGMENT_SIZE);
  count = 0;

  clear(): this {
    for (let i = 0; i < this.count; i++) this.byDoc[this.docs[i] as number] = 0;
    this.count = 0;
    return this;
  }

  raise(doc: number, impact: number): void {
    const before = this.byDoc[doc] as number;
    if (impact <= before) return;
    if (before === 0) this.docs[this.count++] = doc;
    this.byDoc[doc] = impact;
  }

  /** Raises each impact to the higher one of both. */
  raiseTo(other: Impacts): void {
    for (let i = 0; i < other.count; i++) {
      const doc = other.docs[i] as number;
      this.raise(doc, other.byDoc[doc] as number);
    }
  }

  /** Lowers each impact to the lower one of both. Documents with impact 0 are removed. */
  lowerTo(other: Impacts): void {
    let left = 0;
    for (let i = 0; i < this.count; i++) {
      const doc = this.docs[i] as number;
      const lower = Math.min(this.byDoc[doc] as number, other.byDoc[doc] as number);
      this.byDoc[doc] = lower;
      if (lower > 0) this.docs[left++] = doc;
    }
    this.count = left;
  }
}

/** Raises the impacts of the documents that have one of these terms. */
function addWord(
  impacts: Impacts,
  lists: readonly PostingLists[],
  { start, wholeEnd, end }: TermRange,
): void {
  for (const list of lists) {
    addPostings(impacts, list, start, wholeEnd, 0);
    addPostings(impacts, list, wholeEnd, end, PREFIX_SHIFT);
  }
}

function addPostings(
  impacts: Impacts,
  lists: PostingLists,
  first: number,
  end: number,
  shift: number,
): void {
  const endOfAll = lists.startOf(end);
  for (let i = lists.startOf(first); i < endOfAll; i++) {
    impacts.raise(lists.docs[i] as number, (lists.impacts[i] as number) >> shift);
  }
}
