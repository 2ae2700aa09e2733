/** The order of relevance: by the score of the terms, with bonuses, and a small one for popularity and rating. */
import { Bonuses } from '../matching/bonuses.ts';
import { type Filters, filterOf } from '../matching/filters.ts';
import { Matcher } from '../matching/matching.ts';
import type { QueryPlan, TermLookup } from '../matching/plan.ts';
import { BONUS_MAX, POPULARITY_BONUS, WEIGHT_MAX } from '../weights.ts';
import type { TopK } from './top-k.ts';

interface RankOptions {
  filters?: Filters | undefined;
  /** Whether to ignore descriptions. */
  isNamed?: boolean;
  /** The positions of products to leave out. */
  except?: ReadonlySet<number>;
}

/** Offers the matching products to `top`, except those that can no longer be among the best. */
export function rankProducts(
  plan: QueryPlan,
  top: TopK,
  { filters, isNamed = false, except = new Set() }: RankOptions = {},
): void {
  const { segments, maxScore, rarities } = plan;
  const matcher = new Matcher();
  /** No score is higher. The rank of a product is what its score lacks. */
  const perfect = Math.ceil(maxScore * (1 + BONUS_MAX));
  const popularityMax = Math.round(maxScore * POPULARITY_BONUS);
  for (const planned of segments) {
    const { segment, lookups } = planned;
    const { positions, weights } = segment;
    const bonuses = new Bonuses(segment, plan, lookups);
    const pairsMax = bonuses.ofTerms.reduce((sum, bonus) => sum + bonus, 0);
    const othersMax = bonuses.ofOthers + popularityMax;
    const best = pairsMax + othersMax + sumOfMaxima(lookups, rarities);
    // With the same score, an earlier segment comes first.
    if (perfect - best >= top.worstRank) continue;
    const enough = perfect - top.worstRank;
    const { count, docs, scores } = matcher.match(planned, plan, {
      scoreMin: enough - othersMax,
      bonuses: bonuses.ofTerms,
      // A product that has the term only in its description can no longer be among the best.
      isNamed: ({ maxImpact }, rarity) =>
        isNamed || best - (maxImpact - segment.maxDescribed) * rarity < enough,
    });
    const isWanted = filterOf(segment, filters);
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      const doc = docs[i] as number;
      const popularity = Math.round((popularityMax * (weights[doc] as number)) / WEIGHT_MAX);
      const rankWithoutPairs = perfect - score - popularity - bonuses.ofCategory(doc);
      if (rankWithoutPairs - pairsMax - bonuses.ofOthers > top.worstRank) continue;
      const rank = rankWithoutPairs - bonuses.ofPairs(doc);
      const position = positions[doc] as number;
      if (rank > top.worstRank || except.has(position) || !isWanted(doc)) continue;
      top.offer(rank, position);
    }
  }
}

function sumOfMaxima(lookups: readonly TermLookup[], rarities: readonly number[]): number {
  return lookups.reduce((sum, { maxImpact }, index) => sum + maxImpact * (rarities[index] ?? 0), 0);
}
