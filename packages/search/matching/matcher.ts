/** Finds the products of a segment that have the terms of a query, and scores them. */
import { isDetail } from '../analysis/query.ts';
import { SEGMENT_SIZE, type Segment } from '../segments/segment.ts';
import { Candidates } from './candidates.ts';
import { type Filters, filterOf } from './filters.ts';
import { ImpactReader } from './impacts.ts';
import type { PlannedSegment, QueryPlan, TermLookup } from './plan.ts';

/** The matching documents. They are valid until the same matcher matches again. */
export type Matches = Readonly<Pick<Candidates, 'count' | 'docs' | 'scores' | 'bonuses'>>;

/** Products of one segment. */
export interface Found {
  segment: Segment;
  docs: Iterable<number>;
  /** Their rank by relevance; 0 if all products are equally relevant. */
  rank: number;
}

export interface MatchOptions {
  /** Products with a lower score, bonuses included, may be left out. */
  scoreMin?: number;
  /** Upper bounds of the bonuses that need each term. */
  bonuses?: readonly number[];
  /** Whether a term is not searched in descriptions; by default every term is. */
  isNamed?: (term: CountedTerm) => boolean;
}

/** A term that counts, in one segment. */
interface CountedTerm extends TermLookup {
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
    const { named, described, positions } = segment;
    const candidates = this.#candidates;
    candidates.clear();
    if (plan.terms.length === 0) this.#addOnSale(segment, ALL_DOCS.subarray(0, positions.length));
    const { isRelaxed } = plan;
    const terms = countedTerms(planned, plan, bonuses);
    if (!isRelaxed && terms.some(({ postings }) => postings === 0)) return candidates;
    // What products get at most from the terms that are left.
    let scoreLeft = terms.reduce((sum, { maxImpact, rarity }) => sum + maxImpact * rarity, 0);
    let bonusLeft = terms.reduce((sum, { bonus }) => sum + bonus, 0);
    for (const [index, term] of terms.entries()) {
      // Products without any term so far match only if the terms that are left suffice.
      const isEnough = scoreLeft + bonusLeft >= scoreMin;
      const mayAdd = isRelaxed ? term.suffices && isEnough : index === 0;
      if (!mayAdd && candidates.count === 0) break;
      const impacts = this.#impacts.read(
        isNamed(term) ? [named] : [named, described],
        term.alternatives,
        mayAdd ? undefined : candidates.docs.subarray(0, candidates.count),
      );
      if (mayAdd) this.#addOnSale(segment, impacts.docs.subarray(0, impacts.count));
      scoreLeft -= term.maxImpact * term.rarity;
      bonusLeft -= term.bonus;
      candidates.addTerm(impacts, term, {
        isRequired: !isRelaxed,
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
function countedTerms(
  { lookups }: PlannedSegment,
  { terms, isRelaxed }: QueryPlan,
  bonuses: readonly number[],
): CountedTerm[] {
  return terms
    .flatMap((term, index) => {
      if (term.rarity === 0) return [];
      const lookup = lookups[index] as TermLookup; // each term has its lookup
      const suffices = !isRelaxed || !isDetail(term);
      return [{ ...lookup, rarity: term.rarity, bonus: bonuses[index] ?? 0, suffices }];
    })
    .sort(
      (one, other) =>
        Number(other.suffices) - Number(one.suffices) || one.postings - other.postings,
    );
}

/** All products that match a plan. Each segment's are valid until the next one's are taken. */
export function* findMatches(plan: QueryPlan): Generator<Found> {
  const matcher = new Matcher();
  for (const planned of plan.segments) {
    const { count, docs } = matcher.match(planned, plan);
    yield { segment: planned.segment, docs: docs.subarray(0, count), rank: 0 };
  }
}

/** Counts the products that match a plan and pass the filters, but stops at `enough`. */
export function countMatches(
  plan: QueryPlan,
  filters: Filters = {},
  enough = Number.POSITIVE_INFINITY,
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
