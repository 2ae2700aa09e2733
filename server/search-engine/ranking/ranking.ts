/**
 * The order of relevance. It compares, one after the other: whether a product has all terms, optional ones
 * included; its score, in levels, so that near-equals are equal; its weight (how popular and well rated it is); the
 * rest of the score. All of it is one integer for each product, the same on every machine: the smaller, the better.
 */
import { lowerBound } from '../index/binary-search.ts';
import type { Segment } from '../index/segment.ts';
import { type Filters, filterOf } from '../matching/filters.ts';
import { Matcher } from '../matching/matching.ts';
import { bonusMax, bonusOf, typedTerms } from '../matching/phrases.ts';
import { type QueryPlan, scoreMax } from '../matching/plan.ts';
import { BONUS_MAX, NEAR_EQUAL_LEVELS, WEIGHT_MAX } from '../weights.ts';
import type { TopK } from './top-k.ts';

/** Steps of a level. */
const STEPS = 64;
const RANKS_PER_LEVEL = (WEIGHT_MAX + 1) * STEPS;
const LEVEL_MAX = NEAR_EQUAL_LEVELS * (1 + BONUS_MAX);
/** What a product lacks that hasn't all terms: more than any score makes up for. */
const PARTIAL = (LEVEL_MAX + 1) * RANKS_PER_LEVEL;

interface RankOptions {
  filters?: Filters | undefined;
  /** Ignores descriptions. */
  isNamed?: boolean;
}

/** Offers the products that match, except those that can't be among the best any more. */
export function rankProducts(
  { segments, maxScore }: QueryPlan,
  top: TopK,
  { filters, isNamed = false }: RankOptions = {},
): void {
  const matcher = new Matcher();
  for (const { segment, lookups } of segments) {
    const { positions, weights } = segment;
    const typed = typedTerms(lookups);
    const moreMax = bonusMax(segment, typed);
    const best = scoreMax(lookups) + moreMax;
    const docEnd = endOfBetter(segment, best, maxScore, top.worstRank);
    if (docEnd === 0) continue;
    let enough = enoughOf(top.worstRank) * maxScore;
    const { count, docs, scores, isPartial } = matcher.match(segment, lookups, {
      docEnd,
      scoreMin: enough - moreMax,
      // A product that only mentions the term can't be among the best any more.
      isNamed: ({ maxImpact, rarity }) =>
        isNamed || best - (maxImpact - segment.maxDescribed) * rarity < enough,
    });
    const isWanted = filterOf(segment, filters);
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      if (score + moreMax < enough) continue;
      const doc = docs[i] as number;
      const lack = WEIGHT_MAX - (weights[doc] as number);
      const base = isPartial[i] === 1 ? PARTIAL : 0;
      if (base + rankOf((score + moreMax) / maxScore, lack) > top.worstRank) continue;
      const rank = base + rankOf((score + bonusOf(segment, typed, doc)) / maxScore, lack);
      if (rank > top.worstRank || !isWanted(doc)) continue;
      top.offer(rank, positions[doc] as number);
      enough = enoughOf(top.worstRank) * maxScore;
    }
  }
}

/**
 * @param score as a fraction of what a product without bonuses has at most
 * @param lack what its weight lacks of the maximum
 */
function rankOf(score: number, lack: number): number {
  const steps = Math.floor(score * NEAR_EQUAL_LEVELS * STEPS);
  const level = Math.floor(steps / STEPS);
  const rest = steps % STEPS;
  return (LEVEL_MAX - level) * RANKS_PER_LEVEL + lack * STEPS + (STEPS - 1 - rest);
}

/** A lower score, as a fraction as above, has a higher rank, whatever the weight is. */
function enoughOf(worstRank: number): number {
  return Math.ceil(LEVEL_MAX - worstRank / RANKS_PER_LEVEL) / NEAR_EQUAL_LEVELS;
}

/**
 * The end of the documents that can be better than the worst of the best. An equal rank is not: the
 * segments before have the products that come first in the catalogue.
 */
function endOfBetter(
  { weights }: Segment,
  scoreMax: number,
  maxScore: number,
  worstRank: number,
): number {
  return lowerBound(
    0,
    weights.length,
    (doc) => rankOf(scoreMax / maxScore, WEIGHT_MAX - (weights[doc] as number)) < worstRank,
  );
}
