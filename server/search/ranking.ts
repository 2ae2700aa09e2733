/** How well a product fits a search, as one number: the less, the better. */
import { STRETCH_SIZE } from '../catalogue/stretches.ts';
import { COST_MAX } from './costs.ts';
import type { Limits, Matcher } from './matching.ts';
import type { Term } from './rules.ts';
import { hashOf, indexOf, type Stretch } from './stretch.ts';

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
  /** The words in their order, as they'd stand in a name. */
  readonly #words: readonly string[];
  readonly #hash: number;
  #stretch: Stretch | undefined;
  /** The words as indices of the stretch's; undefined where it hasn't all of them. */
  #phrase: readonly number[] | undefined;

  constructor(matcher: Matcher, terms: readonly Term[]) {
    this.#matcher = matcher;
    this.#words = terms.flatMap(([words = []]) => words.map(({ word }) => word));
    this.#hash = hashOf(this.#words);
  }

  /** From now on, places are those of this stretch, which the matcher has begun with, too. */
  begin(stretch: Stretch): void {
    this.#stretch = stretch;
    const phrase = this.#words.map((word) => indexOf(stretch.words, word));
    this.#phrase = phrase.includes(-1) ? undefined : phrase;
  }

  /** Calls back with every product that has just these words as its name, wherever it is filed. */
  forEachExact(callback: (place: number, rank: number) => void): void {
    if (this.#phrase === undefined) return;
    const { nameHashOf, weightOf } = this.#stretch as Stretch;
    for (let place = nameHashOf.indexOf(this.#hash); place !== -1; ) {
      if (this.#isExact(place)) {
        callback(place, (WEIGHT_MAX - (weightOf[place] as number)) * WEIGHT);
      }
      place = nameHashOf.indexOf(this.#hash, place + 1);
    }
  }

  /** What of the stretch can only be worse than a rank, apart from exact names. */
  limitsFor(worst: number): Limits {
    if (worst === Number.POSITIVE_INFINITY) return { costMax: COST_MAX, placeEnd: STRETCH_SIZE };
    if (worst < OTHER_NAME) return { costMax: 0, placeEnd: 0 };
    const costMax = Math.floor((worst - OTHER_NAME) / COST);
    const rest = (worst - OTHER_NAME) % COST;
    const mayBeLess = this.#matcher.leastCost < costMax;
    const mayBeTogether = rest >= APART && this.#phrase !== undefined;
    if (mayBeLess || mayBeTogether) return { costMax, placeEnd: STRETCH_SIZE };
    // Only the weight is left.
    const weight = WEIGHT_MAX - Math.floor((rest % APART) / WEIGHT);
    return { costMax, placeEnd: this.#endOfWeight(weight) };
  }

  /** The place behind the last product of this weight or a larger one. */
  #endOfWeight(weight: number): number {
    const { weightOf } = this.#stretch as Stretch;
    let low = 0;
    let high = weightOf.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((weightOf[middle] as number) >= weight) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The rank of a product that was matched; none for an exact name, which is ranked above.
   * @param worst a rank that is worse needs not be exact, as long as it is worse
   */
  rank(place: number, cost: number, worst: number): number {
    const { weightOf } = this.#stretch as Stretch;
    const fit = OTHER_NAME + cost * COST + (WEIGHT_MAX - (weightOf[place] as number)) * WEIGHT;
    if (fit > worst || !this.#isTogether(place)) return fit + APART;
    return this.#isExact(place) ? Number.POSITIVE_INFINITY : fit;
  }

  #isExact(place: number): boolean {
    const { nameHashOf, nameOffsets } = this.#stretch as Stretch;
    const length = (nameOffsets[place + 1] as number) - (nameOffsets[place] as number);
    return (
      nameHashOf[place] === this.#hash &&
      length === this.#phrase?.length &&
      this.#standsAt(nameOffsets[place] as number)
    );
  }

  /** Whether the words stand in the name one behind the other. */
  #isTogether(place: number): boolean {
    const phrase = this.#phrase;
    if (phrase === undefined || !this.#matcher.hasAllInName(place)) return false;
    const { names, nameOffsets } = this.#stretch as Stretch;
    const first = phrase[0];
    const last = (nameOffsets[place + 1] as number) - phrase.length;
    for (let start = nameOffsets[place] as number; start <= last; start++) {
      if (names[start] === first && this.#standsAt(start)) return true;
    }
    return false;
  }

  #standsAt(start: number): boolean {
    const { names } = this.#stretch as Stretch;
    const phrase = this.#phrase as readonly number[];
    for (let i = 0; i < phrase.length; i++) {
      if (names[start + i] !== phrase[i]) return false;
    }
    return true;
  }
}
