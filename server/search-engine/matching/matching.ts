/** Finds the products of a segment that have the terms of a query, and scores them. */
import type { Segment } from '../index/segment.ts';
import { SEGMENT_SIZE } from '../interface.ts';
import { ImpactReader, type Impacts } from './impacts.ts';
import {
  type PlannedSegment,
  type QueryPlan,
  type Relaxation,
  scoreMax,
  type TermLookup,
} from './plan.ts';

/** Only the first `count` entries of each array are valid, and only until the same matcher matches again. */
export interface Matches {
  count: number;
  docs: Uint16Array;
  /** The sum of impact times rarity over all terms. */
  scores: Uint32Array;
  /** The number of required terms that each product has. Without a relaxation, it is all of them. */
  found: Uint8Array;
}

export interface MatchOptions {
  /** Only documents before this one are matched. */
  docEnd?: number;
  /** Products with a lower score may be left out, except by a relaxed search. */
  scoreMin?: number;
  /** Whether a term is not searched in descriptions; by default every term is. */
  isNamed?: (lookup: TermLookup) => boolean;
}

/** Holds the working memory of one query, for one segment after the other. */
export class Matcher {
  readonly #relaxation: Relaxation | undefined;
  readonly #matches: Matches = {
    count: 0,
    docs: new Uint16Array(SEGMENT_SIZE),
    scores: new Uint32Array(SEGMENT_SIZE),
    found: new Uint8Array(SEGMENT_SIZE),
  };
  readonly #impacts = new ImpactReader();
  /** In a relaxed search, 1 for each document among the matches so far. */
  readonly #isCandidate = new Uint8Array(SEGMENT_SIZE);
  /** In a relaxed search, the information of the terms that each match has. */
  readonly #information = new Float64Array(SEGMENT_SIZE);

  constructor({ relaxation }: Pick<QueryPlan, 'relaxation'>) {
    this.#relaxation = relaxation;
  }

  /** Every product matches if there are no terms. */
  match({ segment, lookups }: PlannedSegment, options: MatchOptions = {}): Matches {
    this.#matches.count = 0;
    if (this.#relaxation) this.#matchAny(segment, lookups, this.#relaxation, options);
    else this.#matchAll(segment, lookups, options);
    return this.#matches;
  }

  #matchAll(segment: Segment, lookups: readonly TermLookup[], options: MatchOptions): void {
    const required = lookups.filter(({ need }) => need === 'required');
    if (required.some(({ postings }) => postings === 0)) return;
    const { isNamed = () => false, docEnd = SEGMENT_SIZE, scoreMin = 0 } = options;
    // Start with the rarest term, which leaves the fewest products to check for the others.
    required.sort((one, other) => one.postings - other.postings);
    // The score that a product must have so far, because the remaining terms add at most their maximum.
    let needed = scoreMin - scoreMax(lookups);
    const [rarest, ...others] = required;
    if (rarest === undefined) this.#startWithAll(segment, docEnd);
    else {
      needed += scoreMax([rarest]);
      const impacts = this.#impacts.read(segment, rarest, isNamed(rarest));
      this.#addCandidates(segment, impacts, docEnd);
      this.#narrow(rarest, impacts, needed);
    }
    for (const lookup of others) {
      if (this.#matches.count === 0) break;
      needed += scoreMax([lookup]);
      this.#narrow(lookup, this.#impacts.read(segment, lookup, isNamed(lookup)), needed);
    }
    this.#matches.found.fill(required.length, 0, this.#matches.count);
  }

  #startWithAll({ onSale }: Segment, docEnd: number): void {
    const { docs, scores } = this.#matches;
    const end = Math.min(docEnd, onSale.length);
    let count = 0;
    for (let doc = 0; doc < end; doc++) if (onSale[doc] === 1) docs[count++] = doc;
    scores.fill(0, 0, count);
    this.#matches.count = count;
  }

  /** Adds the documents with an impact, if they are on sale, with a score of 0. */
  #addCandidates({ onSale }: Segment, impacts: Impacts, docEnd: number): void {
    const { docs, scores } = this.#matches;
    let { count } = this.#matches;
    for (let i = 0; i < impacts.count; i++) {
      const doc = impacts.docs[i] as number;
      if (doc >= docEnd || onSale[doc] === 0 || this.#isCandidate[doc] === 1) continue;
      docs[count] = doc;
      scores[count] = 0;
      count++;
    }
    this.#matches.count = count;
  }

  /** Adds the scores of a term, and removes the matches that lack it or whose score is too low. */
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

  /** Matches the products whose terms have enough information. */
  #matchAny(
    segment: Segment,
    lookups: readonly TermLookup[],
    { information, minimum }: Relaxation,
    { docEnd = SEGMENT_SIZE, isNamed = () => false }: MatchOptions,
  ): void {
    const terms = lookups
      .map((lookup, index) => ({ lookup, worth: information[index] as number }))
      .filter(({ lookup, worth }) => lookup.postings > 0 && worth > 0)
      .sort((one, other) => other.worth - one.worth);
    let left = terms.reduce((sum, { worth }) => sum + worth, 0);
    if (left < minimum) return;
    for (const { lookup, worth } of terms) {
      const impacts = this.#impacts.read(segment, lookup, isNamed(lookup));
      // Products without any term so far match only if the terms that are left have enough information.
      if (left >= minimum) this.#widen(segment, impacts, docEnd);
      this.#addTerm(lookup, impacts, worth);
      left -= worth;
    }
    this.#keepInformed(minimum);
  }

  /** Adds the documents with an impact that are no candidates yet. */
  #widen(segment: Segment, impacts: Impacts, docEnd: number): void {
    const { docs, found, count: first } = this.#matches;
    this.#addCandidates(segment, impacts, docEnd);
    for (let i = first; i < this.#matches.count; i++) {
      this.#isCandidate[docs[i] as number] = 1;
      found[i] = 0;
      this.#information[i] = 0;
    }
  }

  #addTerm({ rarity }: TermLookup, { byDoc }: Impacts, worth: number): void {
    const { docs, scores, found, count } = this.#matches;
    for (let i = 0; i < count; i++) {
      const impact = byDoc[docs[i] as number] as number;
      if (impact === 0) continue;
      scores[i] = (scores[i] as number) + impact * rarity;
      found[i] = (found[i] as number) + 1;
      this.#information[i] = (this.#information[i] as number) + worth;
    }
  }

  #keepInformed(minimum: number): void {
    const { docs, scores, found, count } = this.#matches;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i] as number;
      this.#isCandidate[doc] = 0;
      if ((this.#information[i] as number) < minimum) continue;
      docs[left] = doc;
      scores[left] = scores[i] as number;
      found[left] = found[i] as number;
      left++;
    }
    this.#matches.count = left;
  }
}
