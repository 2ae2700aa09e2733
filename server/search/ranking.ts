/** How well a product fits a search, as one number: the less, the better. */
import { COST_MAX, type Matcher, OTHER_CATEGORY_COST } from './matching.ts';
import type { Term } from './rules.ts';
import { indexOf, type Stretch } from './stretch.ts';

/** How much more one thing counts than all that come after it. */
const OTHER_NAME = 100_000_000;
const COST = 1_000_000;
const APART = 500_000;
const WEIGHT = 1_000;
const WEIGHT_MAX = 99;

/**
 * The exact name first, then by where the words are, then those that stand together in the name, then by
 * how well known and rated a product is. Plain integers, the same on every machine.
 */
export class Ranker {
  readonly #matcher: Matcher;
  readonly #termCount: number;
  /** The words in their order, as they'd stand in a name. */
  readonly #words: readonly string[];
  /** The same as indices of the stretch's words; undefined where it hasn't all of them. */
  #phrase: readonly number[] | undefined;
  #stretch: Stretch | undefined;

  constructor(matcher: Matcher, terms: readonly Term[]) {
    this.#matcher = matcher;
    this.#termCount = terms.length;
    this.#words = terms.flatMap(([words = []]) => words.map(({ word }) => word));
  }

  /** What a product may cost at most to be no worse than a rank. */
  costUpTo(rank: number): number {
    if (rank < OTHER_NAME) return COST_MAX;
    // An exact name has every term, so none of them costs more than the category's being another.
    return Math.max(Math.floor((rank - OTHER_NAME) / COST), this.#termCount * OTHER_CATEGORY_COST);
  }

  /** What is ranked from now on is of this stretch, and matched. */
  begin(stretch: Stretch): void {
    this.#stretch = stretch;
    const phrase = this.#words.map((word) => indexOf(stretch.words, word));
    this.#phrase = phrase.includes(-1) ? undefined : phrase;
  }

  /** @param worst a rank that is worse needs not be exact, as long as it is worse */
  rank(place: number, cost: number, worst: number): number {
    const { weights, nameOffsets } = this.#stretch as Stretch;
    const fit = cost * COST + (WEIGHT_MAX - (weights[place] as number)) * WEIGHT;
    const length = (nameOffsets[place + 1] as number) - (nameOffsets[place] as number);
    const mayBeExact = length === this.#words.length;
    if (fit + (mayBeExact ? 0 : OTHER_NAME) > worst) return fit + OTHER_NAME + APART;
    if (!this.#isTogether(place)) return fit + OTHER_NAME + APART;
    return mayBeExact ? fit : fit + OTHER_NAME;
  }

  /** Whether the words stand in the name one behind the other. */
  #isTogether(place: number): boolean {
    const phrase = this.#phrase;
    if (phrase === undefined || !this.#matcher.hasAllInName(place)) return false;
    if (phrase.length === 1) return true;
    const { names, nameOffsets } = this.#stretch as Stretch;
    const last = (nameOffsets[place + 1] as number) - phrase.length;
    for (let start = nameOffsets[place] as number; start <= last; start++) {
      let length = 0;
      while (length < phrase.length && names[start + length] === phrase[length]) length++;
      if (length === phrase.length) return true;
    }
    return false;
  }
}
