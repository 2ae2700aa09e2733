/** Makes the terms of a query optional if too few products have all of them. */
import { COLLECTIVE_NOUNS } from '../analysis/fields.ts';
import { type QueryTerm, typedWords } from '../analysis/query.ts';
import {
  COVERAGE_LEVELS,
  ENOUGH_RESULTS,
  MISSING_WORDS_MAX,
  NUMBER_INFORMATION,
  RELAXED_RESULTS,
} from '../weights.ts';
import { ImpactReader } from './impacts.ts';
import { Matcher } from './matching.ts';
import type { QueryPlan, TermLookup } from './plan.ts';

export interface Relaxed {
  plan: QueryPlan;
  /** The number of products that have all terms, which is less than ENOUGH_RESULTS. */
  complete: number;
}

/**
 * Makes every term optional. A product then matches if its terms carry enough of the information of the query.
 * @returns undefined if there are enough results, or if the query is nonsense or its last word names nothing
 */
export function relax(plan: QueryPlan): Relaxed | undefined {
  const required = plan.terms.filter(({ need }) => need === 'required').length;
  if (required < 2) return undefined;
  const complete = countMatches(plan, ENOUGH_RESULTS);
  if (complete >= ENOUGH_RESULTS) return undefined;
  const information = plan.terms.map((term, index) => informationOf(term, plan, index));
  const isSense = required === 2 ? namesThing(plan) : areEnoughKnown(plan);
  if (!isSense) return undefined;
  const relaxed = required === 2 ? anyOfTwo(plan, information) : anyTerms(plan, information);
  return countMatches(relaxed, complete + 1) > complete ? { plan: relaxed, complete } : undefined;
}

/** The information of a term: its rarity, but less for a number, and none if no product has it. */
function informationOf(term: QueryTerm, { counts, rarities }: QueryPlan, index: number): number {
  if (term.need !== 'required' || counts[index] === 0) return 0;
  return (rarities[index] as number) * (isNumber(term) ? NUMBER_INFORMATION : 1);
}

/** Whether a term is a number, a measure or a single letter, which says little without the thing that it measures. */
function isNumber({ alternatives: [typed = []] }: QueryTerm): boolean {
  const word = typed[0]?.prefix.word ?? '';
  return word.length === 1 || /^\p{N}+$/u.test(word);
}

/** Nonsense is a query with mostly words that no product has. */
function areEnoughKnown({ terms, counts }: QueryPlan): boolean {
  const words = [...terms.keys()].filter((index) => {
    const term = terms[index] as QueryTerm;
    return term.need === 'required' && !isNumber(term);
  });
  const unknown = words.filter((index) => counts[index] === 0);
  return words.length > 0 && unknown.length <= words.length * MISSING_WORDS_MAX;
}

/** Of two words, the last one names the thing: a product must be called so, and `set` alone is no thing. */
function namesThing({ terms, segments }: QueryPlan): boolean {
  const last = terms.at(-1)?.alternatives[0]?.at(-1)?.prefix.word ?? '';
  const isNamed = segments.some(({ segment: { named }, lookups }) =>
    lookups
      .at(-1)
      ?.alternatives.some((words) => words.every(({ start, end }) => named.count(start, end) > 0)),
  );
  return isNamed && !COLLECTIVE_NOUNS.has(last);
}

/** Matches products that have one of two terms. */
function anyOfTwo(plan: QueryPlan, information: readonly number[]): QueryPlan {
  const known = information.filter((each) => each > 0);
  return withRelaxation(plan, { information, minimum: Math.min(...known) });
}

/** Chooses the highest minimum with which there are enough results, or else the lowest one. */
function anyTerms(plan: QueryPlan, information: readonly number[]): QueryPlan {
  const total = information.reduce((sum, each) => sum + each, 0);
  const plans = COVERAGE_LEVELS.map((level) =>
    withRelaxation(plan, { information, minimum: level * total }),
  );
  const wide = plans.find((each) => countMatches(each, RELAXED_RESULTS) >= RELAXED_RESULTS);
  return wide ?? (plans.at(-1) as QueryPlan);
}

function withRelaxation(
  plan: QueryPlan,
  relaxation: NonNullable<QueryPlan['relaxation']>,
): QueryPlan {
  return { ...plan, relaxation };
}

/** Counts the matches, but stops at `enough`. */
export function countMatches(plan: QueryPlan, enough = Number.POSITIVE_INFINITY): number {
  const matcher = new Matcher(plan);
  let count = 0;
  for (const planned of plan.segments) {
    count += matcher.match(planned).count;
    if (count >= enough) return enough;
  }
  return count;
}

/** The typed words of a relaxed query that the product at a position has. */
export function wordsOf({ terms, segments }: QueryPlan, position: number): string[] {
  const reader = new ImpactReader();
  for (const { segment, lookups } of segments) {
    const doc = segment.positions.indexOf(position);
    if (doc === -1) continue;
    const has = (lookup: TermLookup) => reader.read(segment, lookup, false).byDoc[doc] !== 0;
    const found = terms.filter((_, index) => has(lookups[index] as TermLookup));
    return found.filter(({ need }) => need === 'required').flatMap(typedWords);
  }
  return [];
}
