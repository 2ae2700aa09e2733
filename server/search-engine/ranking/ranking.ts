/**
 * The order of relevance. It compares, one after the other: whether a product has all terms;
 * the level of its score, so that near-equal scores are equal; its weight, from popularity and rating; the rest of
 * the score. One integer, the rank, combines them. It is the same on every machine, and a smaller rank is better.
 */
import { lowerBound } from '../index/binary-search.ts';
import type { Segment } from '../index/segment.ts';
import { Bonuses } from '../matching/bonuses.ts';
import { type Filters, filterOf } from '../matching/filters.ts';
import { Matcher, requirementOf } from '../matching/matching.ts';
import { type QueryPlan, scoreMax } from '../matching/plan.ts';
import { BONUS_MAX, NEAR_EQUAL_LEVELS, WEIGHT_MAX } from '../weights.ts';
import type { TopK } from './top-k.ts';

/** The number of steps in a level of the score. */
const STEPS = 64;
const RANKS_PER_LEVEL = (WEIGHT_MAX + 1) * STEPS;
const LEVEL_MAX = NEAR_EQUAL_LEVELS * (1 + BONUS_MAX);
/** Added to the rank of a product that lacks a term. It is more than any score can compensate. */
const PARTIAL = (LEVEL_MAX + 1) * RANKS_PER_LEVEL;

/** Whether a product of this rank lacks a term. */
export function isPartial(rank: number): boolean {
  return rank >= PARTIAL;
}

interface RankOptions {
  filters?: Filters | undefined;
  /** Whether to ignore descriptions. */
  isNamed?: boolean;
}

/** Offers the matching products to `top`, except those that can no longer be among the best. */
export function rankProducts(plan: QueryPlan, top: TopK, options: RankOptions = {}): void {
  const { relaxation, ...strict } = plan;
  offerMatches(strict, top, options);
  if (relaxation) offerMatches(plan, top, options);
}

/** Offers the products that have all required terms, or those of a relaxed plan that do not. */
function offerMatches(plan: QueryPlan, top: TopK, { filters, isNamed = false }: RankOptions): void {
  const { segments, maxScore, relaxation } = plan;
  const matcher = new Matcher();
  const requirement = requirementOf(plan);
  const base = relaxation ? PARTIAL : 0;
  for (const { segment, lookups } of segments) {
    const { positions, weights } = segment;
    const bonuses = new Bonuses(segment, plan.terms, lookups);
    const moreMax = bonuses.max;
    const best = scoreMax(lookups) + moreMax;
    const docEnd = endOfBetter(segment, best, maxScore, top.worstRank - base);
    if (docEnd === 0) continue;
    let enough = enoughOf(top.worstRank - base) * maxScore;
    const { count, docs, scores, information } = matcher.match({ segment, lookups }, requirement, {
      docEnd,
      scoreMin: enough - moreMax,
      // A product that has the term only in its description can no longer be among the best.
      isNamed: ({ maxImpact, rarity }) =>
        isNamed || best - (maxImpact - segment.maxDescribed) * rarity < enough,
    });
    const isWanted = filterOf(segment, filters);
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      if (score + moreMax < enough) continue;
      // The strict plan has offered it already.
      if (information[i] === relaxation?.complete) continue;
      const doc = docs[i] as number;
      const lack = WEIGHT_MAX - (weights[doc] as number);
      if (base + rankOf((score + moreMax) / maxScore, lack) > top.worstRank) continue;
      const rank = base + rankOf((score + bonuses.of(doc)) / maxScore, lack);
      if (rank > top.worstRank || !isWanted(doc)) continue;
      top.offer(rank, positions[doc] as number);
      enough = enoughOf(top.worstRank - base) * maxScore;
    }
  }
}

/**
 * @param score a fraction of the highest score without bonuses
 * @param lack the difference between the maximum weight and the product's weight
 */
function rankOf(score: number, lack: number): number {
  const steps = Math.floor(score * NEAR_EQUAL_LEVELS * STEPS);
  const level = Math.floor(steps / STEPS);
  const rest = steps % STEPS;
  return (LEVEL_MAX - level) * RANKS_PER_LEVEL + lack * STEPS + (STEPS - 1 - rest);
}

/** The score, as a fraction as above, below which every rank is worse than `worstRank`, whatever the weight. */
function enoughOf(worstRank: number): number {
  return Math.ceil(LEVEL_MAX - worstRank / RANKS_PER_LEVEL) / NEAR_EQUAL_LEVELS;
}

/**
 * The end of the documents that can be better than the worst of the best results. An equal rank is not better,
 * because earlier segments have the products that come first in the catalogue.
 */
function endOfBetter(
  { weightCeilings }: Segment,
  scoreMax: number,
  maxScore: number,
  worstRank: number,
): number {
  return lowerBound(
    0,
    weightCeilings.length,
    (doc) => rankOf(scoreMax / maxScore, WEIGHT_MAX - (weightCeilings[doc] as number)) < worstRank,
  );
}
