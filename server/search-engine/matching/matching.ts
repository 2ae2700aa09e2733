/** Finds the products of a segment that have the terms of a query, and scores them. */
import type { Segment } from '../index/segment.ts';
import { SEGMENT_SIZE } from '../interface.ts';
import { Candidates } from './candidates.ts';
import { ImpactReader } from './impacts.ts';
import type { PlannedSegment, QueryPlan, Requirement, TermLookup } from './plan.ts';

/** The matching documents. They are valid until the same matcher matches again. */
export type Matches = Readonly<Pick<Candidates, 'count' | 'docs' | 'scores' | 'information'>>;

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
  readonly #candidates = new Candidates();
  readonly #impacts = new ImpactReader();

  /** Every product matches if there are no terms. */
  match(
    { segment, lookups }: PlannedSegment,
    { information, minimum }: Requirement,
    { docEnd = SEGMENT_SIZE, scoreMin = 0, isNamed = () => false }: MatchOptions = {},
  ): Matches {
    const candidates = this.#candidates;
    candidates.clear();
    if (lookups.length === 0) this.#addAll(segment, docEnd);
    const terms = lookups
      .map((lookup, index) => ({ lookup, worth: information[index] as number }))
      .filter(({ lookup, worth }) => lookup.postings > 0 && worth > 0)
      // The fewest products have the first terms. Most of the others are then read for few candidates, or for none.
      .sort((one, other) => other.worth - one.worth || one.lookup.postings - other.lookup.postings);
    // What products get at most from the terms that are left.
    let informationLeft = terms.reduce((sum, { worth }) => sum + worth, 0);
    let scoreLeft = terms.reduce((sum, { lookup }) => sum + lookup.maxImpact * lookup.rarity, 0);
    for (const { lookup, worth } of terms) {
      // Products without any term so far match only if the terms that are left suffice.
      const mayAdd = informationLeft >= minimum && scoreLeft >= scoreMin;
      if (!mayAdd && candidates.count === 0) break;
      const impacts = this.#impacts.read(segment, lookup, isNamed(lookup));
      if (mayAdd) this.#addOnSale(segment, impacts.docs.subarray(0, impacts.count), docEnd);
      informationLeft -= worth;
      scoreLeft -= lookup.maxImpact * lookup.rarity;
      candidates.addTerm(
        impacts,
        { rarity: lookup.rarity, information: worth },
        { information: minimum - informationLeft, score: scoreMin - scoreLeft },
      );
    }
    return candidates;
  }

  #addAll({ onSale }: Segment, docEnd: number): void {
    for (const [doc, isOnSale] of onSale.subarray(0, docEnd).entries()) {
      if (isOnSale === 1) this.#candidates.add(doc);
    }
  }

  #addOnSale({ onSale }: Segment, docs: Uint16Array, docEnd: number): void {
    for (const doc of docs) if (doc < docEnd && onSale[doc] === 1) this.#candidates.add(doc);
  }
}

/** The requirement of a plan: every required term, or enough information if it is relaxed. */
export function requirementOf({ terms, relaxation }: QueryPlan): Requirement {
  return relaxation ?? allOf(terms);
}

/** Each required term counts 1, and a product needs all of them. */
function allOf(terms: QueryPlan['terms']): Requirement {
  const information = terms.map(({ need }) => (need === 'required' ? 1 : 0));
  return { information, minimum: information.filter(Boolean).length };
}
