/** The order of relevance: by the score of the terms, with bonuses, and a small one for popularity and rating. */
import {
  CATEGORY_BONUS,
  EXACT_BONUS,
  MODEL_BONUS,
  POPULARITY_BONUS,
} from '../analysis/constants.ts';
import { WEIGHT_MAX } from '../analysis/weights.ts';
import { type Bonuses, bonusesOf } from './bonuses.ts';
import { type Filters, filterOf } from './filters.ts';
import { Matcher } from './matcher.ts';
import type { PlannedSegment, QueryPlan } from './plan.ts';
import type { TopK } from './top-k.ts';

/** The best score, all bonuses included, as a multiple of the maximum score of the words. */
const BEST = 1 + MODEL_BONUS + EXACT_BONUS + CATEGORY_BONUS + POPULARITY_BONUS;

interface RankOptions {
  filters: Filters;
  /** The positions of products to leave out. */
  except?: ReadonlySet<number>;
}

/** Offers the matching products to `top`, except those that can no longer be among the best. */
export function rankProducts(
  plan: QueryPlan,
  top: TopK,
  { filters, except = new Set() }: RankOptions,
): void {
  const matcher = new Matcher();
  /** No score is higher. The rank of a product is what its score lacks. */
  const perfect = Math.ceil(plan.maxScore * BEST);
  const popularityMax = Math.round(plan.maxScore * POPULARITY_BONUS);
  for (const { planned, bonuses, best } of bestFirst(plan, popularityMax)) {
    const { segment } = planned;
    const { positions, weights } = segment;
    if (!top.accepts(perfect - best, positions[0] as number)) continue;
    const enough = perfect - top.worstRank;
    const matches = matcher.match(planned, plan, {
      scoreMin: enough - bonuses.ofOthers - popularityMax,
      bonuses: bonuses.ofTerms,
      // A product that has the term only in its description can no longer be among the best.
      isNamed: ({ maxImpact, rarity }) =>
        best - (maxImpact - segment.maxDescribed) * rarity < enough,
    });
    const isWanted = filterOf(segment, filters);
    for (let i = 0; i < matches.count; i++) {
      const doc = matches.docs[i] as number;
      const position = positions[doc] as number;
      const popularity = Math.round((popularityMax * (weights[doc] as number)) / WEIGHT_MAX);
      const score = (matches.scores[i] as number) + popularity + bonuses.ofCategory(doc);
      const ofNameMax = (matches.bonuses[i] as number) + bonuses.ofOthers;
      if (!top.accepts(perfect - score - ofNameMax, position)) continue;
      const rank = perfect - score - bonuses.ofName(doc);
      if (!top.accepts(rank, position) || except.has(position) || !isWanted(doc)) continue;
      top.offer(rank, position);
    }
  }
}

interface BoundedSegment {
  planned: PlannedSegment;
  bonuses: Bonuses;
  /** An upper bound of the score of its products, with all bonuses. */
  best: number;
}

/** The segments in the order of their bounds, so that most of the others can be skipped early. */
function bestFirst(plan: QueryPlan, popularityMax: number): BoundedSegment[] {
  const bonusesIn = bonusesOf(plan);
  const bounded = plan.segments.map((planned) => {
    const bonuses = bonusesIn(planned);
    let best = bonuses.ofOthers + popularityMax;
    for (const [index, { maxImpact }] of planned.lookups.entries()) {
      best += maxImpact * (plan.terms[index]?.rarity ?? 0) + (bonuses.ofTerms[index] ?? 0);
    }
    return { planned, bonuses, best };
  });
  return bounded.sort((one, other) => other.best - one.best);
}
