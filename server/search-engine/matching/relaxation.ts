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
import { Matcher, requirementOf } from './matching.ts';
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
  const isSense = required === 2 ? namesThing(plan) : areEnoughKnown(plan);
  if (!isSense) return undefined;
  const information = plan.terms.map((term, index) => informationOf(term, plan, index));
  const total = information.reduce((sum, each) => sum + each, 0);
  const minima =
    required === 2 ? [eitherOf(plan, information)] : COVERAGE_LEVELS.map((level) => level * total);
  const { minimum, hasMore } = chooseMinimum(plan, information, minima, complete);
  const relaxation = { information, minimum, complete: complete > 0 ? total : undefined };
  return hasMore ? { plan: { ...plan, relaxation }, complete } : undefined;
}

/** The information of a term: its rarity, but less for a number, and none if no product has it. */
function informationOf(term: QueryTerm, { counts, rarities }: QueryPlan, index: number): number {
  if (term.need !== 'required' || counts[index] === 0) return 0;
  return Math.round((rarities[index] as number) * (isNumber(term) ? NUMBER_INFORMATION : 1));
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

/** Either of two terms suffices, but no number: `250 gram butter` shows no coffee of 250 grams. */
function eitherOf({ terms }: QueryPlan, information: readonly number[]): number {
  const some = information.filter((each, at) => each > 0 && !isNumber(terms[at] as QueryTerm));
  return Math.min(...some);
}

/**
 * Chooses the highest minimum with which there are RELAXED_RESULTS, or else the lowest one.
 * @param minima highest first
 * @returns the minimum, and whether more products match than those that have all terms
 */
function chooseMinimum(
  { segments }: QueryPlan,
  information: readonly number[],
  minima: readonly number[],
  complete: number,
): { minimum: number; hasMore: boolean } {
  const matcher = new Matcher();
  const counts = minima.map(() => 0);
  /** The index of the lowest minimum that may still be chosen. */
  let lowest = minima.length - 1;
  for (const planned of segments) {
    const minimum = minima[lowest] as number;
    const matches = matcher.match(planned, { information, minimum });
    for (let i = 0; i < matches.count; i++) {
      const found = matches.information[i] as number;
      for (let at = lowest; at >= 0 && found >= (minima[at] as number); at--) {
        counts[at] = (counts[at] as number) + 1;
      }
    }
    while (lowest > 0 && (counts[lowest - 1] as number) >= RELAXED_RESULTS) lowest--;
    if ((counts[0] as number) >= RELAXED_RESULTS) break;
  }
  return { minimum: minima[lowest] as number, hasMore: (counts[lowest] as number) > complete };
}

/** Counts the products that have all required terms, but stops at `enough`. */
export function countMatches(plan: QueryPlan, enough = Number.POSITIVE_INFINITY): number {
  const matcher = new Matcher();
  const requirement = requirementOf(plan);
  let count = 0;
  for (const planned of plan.segments) {
    count += matcher.match(planned, requirement).count;
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
