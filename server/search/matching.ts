/** Finds the products of a segment that have all required terms of a query, and scores them. */
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import type { TermLookup } from './plan.ts';
import type { PostingLists } from './posting-lists.ts';
import type { Segment } from './segment.ts';
import type { TermRange } from './sorted-terms.ts';
import { prefixImpact } from './weights.ts';

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
  /** Ignores descriptions. */
  isNamed?: boolean;
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
    required.sort((one, other) => one.postings - other.postings);
    this.#startWithAll(docEnd);
    for (const lookup of required) {
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
  #impactsOf(segment: Segment, { alternatives }: TermLookup, options: MatchOptions): Uint8Array {
    const docEnd = segment.positions.length;
    const term = this.#ofTerm.fill(0, 0, docEnd);
    for (const [first, ...others] of alternatives) {
      if (first === undefined) continue;
      if (others.length === 0) {
        addWord(term, segment, first, options);
        continue;
      }
      const alternative = this.#ofAlternative.fill(0, 0, docEnd);
      addWord(alternative, segment, first, options);
      for (const other of others) {
        const word = this.#ofWord.fill(0, 0, docEnd);
        addWord(word, segment, other, options);
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
  { named, described }: Segment,
  { start, wholeEnd, end }: TermRange,
  { isNamed = false }: MatchOptions,
): void {
  for (const lists of isNamed ? [named] : [named, described]) {
    addPostings(impacts, lists, start, wholeEnd, (impact) => impact);
    addPostings(impacts, lists, wholeEnd, end, prefixImpact);
  }
}

function addPostings(
  impacts: Uint8Array,
  lists: PostingLists,
  first: number,
  end: number,
  impactOf: (impact: number) => number,
): void {
  const endOfAll = lists.startOf(end);
  for (let i = lists.startOf(first); i < endOfAll; i++) {
    const doc = lists.docs[i] as number;
    const impact = impactOf(lists.impacts[i] as number);
    if (impact > (impacts[doc] as number)) impacts[doc] = impact;
  }
}
