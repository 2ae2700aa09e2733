/** Makes terms of a query optional if too few products have all of them. */
import { COLLECTIVE_NOUNS } from '../analysis/fields.ts';
import type { QueryTerm } from '../analysis/query.ts';
import type { Segment } from '../index/segment.ts';
import { Matcher } from './matching.ts';
import { planQuery, type QueryPlan } from './plan.ts';

/** Fewer results than this do not give a shopper enough choice. */
const ENOUGH = 10;
/** Texts with more terms are not relaxed, because each term needs another search of the index. */
const TERMS_MAX = 8;
/** At most this many terms become optional. With fewer terms left, the results would be something else. */
const DROPPED_MAX = 2;
/** The last word usually names the product: `red garden lamp`. */
const LAST_TERM_FACTOR = 2;

export interface Relaxed {
  terms: readonly QueryTerm[];
  plan: QueryPlan;
  /** Whether any product has all terms. */
  isComplete: boolean;
}

/**
 * Makes the least informative term optional whose absence increases the number of results. If there are still no
 * results, the next term follows. At least half of the terms stay required.
 * @returns undefined if there are enough results, or if no optional term adds any
 */
export function relax(
  segments: readonly Segment[],
  terms: readonly QueryTerm[],
  plan: QueryPlan,
): Relaxed | undefined {
  const required = terms.filter(({ need }) => need === 'required').length;
  if (required < 2 || terms.length > TERMS_MAX) return undefined;
  const found = countMatches(plan);
  if (found >= ENOUGH) return undefined;
  let relaxed = terms;
  // A single word may remain only if it is the last one, is no collective noun, and is in the names of products.
  const isPair = required === 2;
  if (isPair && isCollective(terms.at(-1))) return undefined;
  const droppedMax = Math.min(DROPPED_MAX, Math.floor(required / 2));
  for (let dropped = 0; dropped < droppedMax; dropped++) {
    const candidates = byInformation(relaxed, plan).map((index) =>
      relaxed.map((term, other) =>
        other === index ? { ...term, need: 'optional' as const } : term,
      ),
    );
    for (const candidate of candidates) {
      const wider = planQuery(segments, candidate);
      const isBetter = countMatches(wider, isPair) > found;
      if (isBetter) return { terms: candidate, plan: wider, isComplete: found > 0 };
    }
    if (found > 0 || candidates[0] === undefined) return undefined;
    relaxed = candidates[0];
  }
  return undefined;
}

/** Indexes of the required terms, the least informative first. A term that no product has has no information. */
function byInformation(terms: readonly QueryTerm[], { counts, rarities }: QueryPlan): number[] {
  const information = rarities.map((rarity, index) => {
    if (counts[index] === 0) return 0;
    return rarity * (index === terms.length - 1 ? LAST_TERM_FACTOR : 1);
  });
  const required = [...terms.keys()].filter((index) => terms[index]?.need === 'required');
  return (required.length === 2 ? required.slice(0, 1) : required).sort(
    (one, other) => (information[one] ?? 0) - (information[other] ?? 0),
  );
}

/** `chess set` is no search for sets, so `set` alone must not remain. */
function isCollective(term: QueryTerm | undefined): boolean {
  const word = term?.alternatives[0]?.at(-1)?.prefix.word ?? '';
  return COLLECTIVE_NOUNS.has(word);
}

/** Counts the matches, but stops at ENOUGH. */
function countMatches({ segments }: QueryPlan, isNamed = false): number {
  const matcher = new Matcher();
  let count = 0;
  for (const { segment, lookups } of segments) {
    count += matcher.match(segment, lookups, { isNamed: () => isNamed }).count;
    if (count >= ENOUGH) return ENOUGH;
  }
  return count;
}
