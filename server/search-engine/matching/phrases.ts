/** The bonus of a name in which the typed words are adjacent. */

import type { Segment } from '../index/segment.ts';
import { IMPACT_MAX, PAIR_BONUS, WHOLE_NAME_BONUS } from '../weights.ts';
import type { TermLookup } from './plan.ts';

interface TypedTerm {
  /** The index of the term in the segment; undefined if the segment does not have the whole word. */
  term: number | undefined;
  rarity: number;
}

/** The typed words of a query in their order. */
export function typedTerms(lookups: readonly TermLookup[]): TypedTerm[] {
  return lookups.flatMap(({ alternatives: [typed = []], rarity }) =>
    typed.map(({ start, wholeEnd }) => ({ term: start < wholeEnd ? start : undefined, rarity })),
  );
}

/** The bonus in a product's score. */
export function bonusOf({ names }: Segment, typed: readonly TypedTerm[], doc: number): number {
  let bonus = 0;
  let isWhole = true;
  for (const [index, { term, rarity }] of typed.entries()) {
    const next = typed[index + 1];
    if (term === undefined) isWhole = false;
    else if (next?.term !== undefined && names.hasPair(doc, term, next.term)) {
      bonus += pairBonus(rarity, next.rarity);
    }
  }
  return isWhole && names.isWhole(doc, typed) ? bonus + wholeBonus(typed) : bonus;
}

/** An upper bound of the bonus of any product of the segment. */
export function bonusMax({ names }: Segment, typed: readonly TypedTerm[]): number {
  const mayBeWhole =
    names.lengths.has(typed.length) && typed.every(({ term }) => term !== undefined);
  let bonus = mayBeWhole ? wholeBonus(typed) : 0;
  for (const [index, { term, rarity }] of typed.entries()) {
    const next = typed[index + 1];
    if (term !== undefined && next?.term !== undefined) bonus += pairBonus(rarity, next.rarity);
  }
  return bonus;
}

function pairBonus(one: number, other: number): number {
  return (PAIR_BONUS * IMPACT_MAX * (one + other)) / 2;
}

function wholeBonus(typed: readonly TypedTerm[]): number {
  return typed.reduce((sum, { rarity }) => sum + WHOLE_NAME_BONUS * IMPACT_MAX * rarity, 0);
}
