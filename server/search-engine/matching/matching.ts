/** Finds the products of a segment that have the terms of a query, and scores them. */
import { isDetail } from '../analysis/query.ts';
import type { Segment } from '../index/segment.ts';
import { SEGMENT_SIZE } from '../interface.ts';
import { Candidates } from './candidates.ts';
import { type Filters, filterOf } from './filters.ts';
import { ImpactReader } from './impacts.ts';
import type { PlannedSegment, QueryPlan, TermLookup } from './plan.ts';

/** The matching documents. They are valid until the same matcher matches again. */
export type Matches = Readonly<Pick<Candidates, 'count' | 'docs' | 'scores' | 'bonuses'>>;

/** Products of one segment that a listing has. */
export interface Found {
  segment: Segment;
  docs: Iterable<number>;
  /** Their place in the order of relevance; 0 if all are equally relevant. */
  place: number;
}

export interface MatchOptions {
  /** Products with a lower score, bonuses included, may be left out. */
  scoreMin?: number;
  /** Upper bounds of the bonuses that need each term. */
  bonuses?: readonly number[];
  /** Whether a term is not searched in descriptions; by default every term is. */
  isNamed?: (lookup: TermLookup, rarity: number) => boolean;
}

/** A term that counts, in one segment. */
interface CountedTerm {
  lookup: TermLookup;
  rarity: number;
  bonus: number;
  /** Whether a product that has no other term can match. */
  suffices: boolean;
}

const ALL_DOCS = Uint16Array.from({ length: SEGMENT_SIZE }, (_, doc) => doc);

/** Holds the working memory of one query, for one segment after the other. */
export class Matcher {
  readonly #candidates = new Candidates();
  readonly #impacts = new ImpactReader();

  /** Every product matches if there are no terms. */
  match(
    planned: PlannedSegment,
    plan: QueryPlan,
    { scoreMin = 0, bonuses = [], isNamed = () => false }: MatchOptions = {},
  ): Matches {
    const { segment } = planned;
    const candidates = this.#candidates;
    candidates.clear();
    const { length } = segment.positions;
    if (plan.terms.length === 0) this.#addOnSale(segment, ALL_DOCS.subarray(0, length));
    const isRelaxed = plan.relaxedMin !== undefined;
    const { relaxedMin = 0 } = plan;
    const terms = termsOf(planned, plan, bonuses);
    if (!isRelaxed && terms.some(({ lookup }) => lookup.postings === 0)) return candidates;
    // What products get at most from the terms that are left.
    let scoreLeft = terms.reduce((sum, { lookup, rarity }) => sum + lookup.maxImpact * rarity, 0);
    let bonusLeft = terms.reduce((sum, { bonus }) => sum + bonus, 0);
    for (const [index, term] of terms.entries()) {
      const { lookup, rarity, bonus, suffices } = term;
      // Products without any term so far match only if the terms that are left suffice.
      const isEnough = scoreLeft >= relaxedMin && scoreLeft + bonusLeft >= scoreMin;
      const mayAdd = isRelaxed ? suffices && isEnough : index === 0;
      if (!mayAdd && candidates.count === 0) break;
      const impacts = this.#impacts.read(segment, lookup, {
        isNamed: isNamed(lookup, rarity),
        docs: mayAdd ? undefined : candidates.docs.subarray(0, candidates.count),
      });
      if (mayAdd) this.#addOnSale(segment, impacts.docs.subarray(0, impacts.count));
      scoreLeft -= lookup.maxImpact * rarity;
      bonusLeft -= bonus;
      candidates.addTerm(impacts, term, {
        isRequired: !isRelaxed,
        scoreMin: relaxedMin - scoreLeft,
        totalMin: scoreMin - scoreLeft - bonusLeft,
      });
    }
    return candidates;
  }

  #addOnSale({ onSale }: Segment, docs: Uint16Array): void {
    for (const doc of docs) if (onSale[doc] === 1) this.#candidates.add(doc);
  }
}

/**
 * The terms that count. The fewest products have the first ones, so most of the others are read for few candidates, or
 * for none. Details of a relaxed query come last, because they add no candidates.
 */
function termsOf(
  { lookups }: PlannedSegment,
  plan: QueryPlan,
  bonuses: readonly number[],
): CountedTerm[] {
  return plan.terms
    .flatMap((term, index) => {
      const rarity = plan.rarities[index] as number;
      const lookup = lookups[index] as TermLookup; // each term has its lookup
      const bonus = bonuses[index] ?? 0;
      const suffices = plan.relaxedMin === undefined || !isDetail(term);
      return term.need === 'required' && rarity > 0 ? [{ lookup, rarity, bonus, suffices }] : [];
    })
    .sort(
      (one, other) =>
        Number(other.suffices) - Number(one.suffices) ||
        one.lookup.postings - other.lookup.postings,
    );
}

/** All products that match a plan. Each segment's are valid until the next one's are taken. */
export function* findMatches(plan: QueryPlan): Generator<Found> {
  const matcher = new Matcher();
  for (const planned of plan.segments) {
    const { count, docs } = matcher.match(planned, plan);
    yield { segment: planned.segment, docs: docs.subarray(0, count), place: 0 };
  }
}

/** Counts the products that match a plan and pass the filters, but stops at `enough`. */
export function countMatches(
  plan: QueryPlan,
  {
    filters,
    enough = Number.POSITIVE_INFINITY,
  }: { filters?: Filters | undefined; enough?: number } = {},
): number {
  let count = 0;
  for (const { segment, docs } of findMatches(plan)) {
    const isWanted = filterOf(segment, filters);
    for (const doc of docs) {
      if (isWanted(doc) && ++count === enough) return enough;
    }
  }
  return count;
}
