/** Where a word stands in each segment of the catalogue, and what that says before its postings are read. */
import { BEGINNING_COST, COST_MAX } from './costs.ts';
import type { Wanted } from './rules.ts';
import type { Segment } from './segment.ts';
import { keyOf } from './sorted-words.ts';

/** Of each segment: where the word stands, behind it, behind all that will do, postings, the least cost. */
const NUMBERS_EACH = 5;

/**
 * Never changed. A large catalogue has hundreds of segments: that many small objects, or looks into the
 * segments themselves, would take longer than most of what is done with them.
 */
export class Occurrences {
  readonly #numbers: Uint32Array;

  constructor(segments: readonly Segment[], { word, mayBegin }: Wanted) {
    this.#numbers = new Uint32Array(NUMBERS_EACH * segments.length);
    const key = keyOf(word);
    for (const [at, { words, offsets, leastCosts }] of segments.entries()) {
      const { first, longer, end: endOfLonger } = words.rangeOf(word, key);
      const end = mayBegin ? endOfLonger : longer;
      if (first === end) continue;
      const postings = (offsets[2 * end] as number) - (offsets[2 * first] as number);
      const ofWhole = longer > first ? (leastCosts[first] as number) : COST_MAX;
      const ofBeginning = end > longer ? BEGINNING_COST : COST_MAX;
      const cost = Math.min(ofWhole, ofBeginning);
      this.#numbers.set([first, longer, end, postings, cost], NUMBERS_EACH * at);
    }
  }

  /** The index, among the words of a segment, of the word itself or, without that, of the next one. */
  first(at: number): number {
    return this.#numbers[NUMBERS_EACH * at] as number;
  }

  /** Behind the word itself. */
  longer(at: number): number {
    return this.#numbers[NUMBERS_EACH * at + 1] as number;
  }

  /** Behind all words that will do. */
  end(at: number): number {
    return this.#numbers[NUMBERS_EACH * at + 2] as number;
  }

  /** How many there are, each product's as often as it has words that will do. */
  postings(at: number): number {
    return this.#numbers[NUMBERS_EACH * at + 3] as number;
  }

  /** What the word costs each product of a segment that has it, or more. */
  leastCost(at: number): number {
    return this.#numbers[NUMBERS_EACH * at + 4] as number;
  }

  /** Whether any product has a word that will do. */
  isAnywhere(): boolean {
    for (let i = 3; i < this.#numbers.length; i += NUMBERS_EACH) {
      if (this.#numbers[i] !== 0) return true;
    }
    return false;
  }
}
