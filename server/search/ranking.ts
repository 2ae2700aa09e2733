/** How well a product fits a search, as one number: the less, the better. */
import { WEIGHT_MAX } from '../catalogue/rules.ts';
import { COST_MAX } from './costs.ts';
import type { Limits } from './marks.ts';
import type { Matcher } from './matching.ts';
import type { Term } from './rules.ts';
import { addPair, FIELD_BITS, type Segment } from './segment.ts';
import type { Named, Segments } from './segments.ts';

/** How much more one thing counts than all that come after it. */
const OTHER_NAME = 100_000_000;
const COST = 1_000_000;
const APART = 500_000;
const WEIGHT = 1_000;

/**
 * The exact name first, then by where the words are, then those that stand together in the name, then by
 * how well known and rated a product is. Plain integers, the same on every machine.
 */
export class Ranker {
  /** The products that have just these words as their name, wherever they are filed. */
  readonly named: Named;
  readonly #segments: Segments;
  readonly #matcher: Matcher;
  /** How many words. */
  readonly #length: number;
  #segment: Segment | undefined;
  /** Of those named so, the segment's own. */
  #exact: readonly number[] | undefined;
  #phrase: readonly number[] | undefined;
  /** The bits of the pairs of the phrase. */
  readonly #pairs = new Uint32Array(2);
  /** The postings of the phrase's rarest word, from start to end. */
  #start = 0;
  #end = 0;

  constructor(matcher: Matcher, terms: readonly Term[], segments: Segments) {
    this.#matcher = matcher;
    this.#segments = segments;
    const words = terms.flatMap(([asTyped = []]) => asTyped);
    this.#length = words.length;
    this.named = segments.named(words);
  }

  /** Of one of `named`. */
  rankOfNamed(at: number, place: number): number {
    return weightPart((this.#segments.all[at] as Segment).weightOf[place] as number);
  }

  /** What no product of the segment that the matcher has begun with is better than, but for `named`. */
  bestRank(at: number): number {
    const weight = this.#segments.bestWeights[at] as number;
    return fitOf(this.#matcher.leastCost) + weightPart(weight);
  }

  /** From now on, places are those of this segment, which the matcher has begun with, too. */
  begin(at: number): void {
    const segment = this.#segments.all[at] as Segment;
    this.#segment = segment;
    this.#exact = this.named.get(at);
    this.#phrase = this.#length > 1 ? this.#matcher.phrase() : undefined;
    if (this.#phrase === undefined) return;
    this.#pairs.fill(0);
    let [before, fewest] = [-1, Number.POSITIVE_INFINITY];
    for (const word of this.#phrase) {
      if (before !== -1) addPair(this.#pairs, 0, before, word);
      before = word;
      const start = segment.offsets[2 * word] as number;
      const end = segment.offsets[2 * word + 1] as number;
      if (end - start >= fewest) continue;
      [this.#start, this.#end, fewest] = [start, end, end - start];
    }
  }

  /**
   * Calls back with the products that have the words, several, one behind the other in their names, as
   * long as they can be better than a rank; without `named`.
   */
  forEachPhrase(worst: number, callback: (place: number, rank: number) => void): void {
    if (this.#phrase === undefined) return;
    const { postings, weightOf } = this.#segment as Segment;
    const placeEnd = this.#endOfRank(worst - fitOf(this.#matcher.leastCost));
    const bits = FIELD_BITS;
    for (let i = this.#start; i < this.#end; i++) {
      const place = (postings[i] as number) >> bits;
      if (place >= placeEnd) break;
      if (this.#isTogether(place) && !this.#isExact(place)) {
        const weight = weightOf[place] as number;
        callback(place, fitOf(this.#matcher.costInName(place)) + weightPart(weight));
      }
    }
  }

  /** What of the segment can only be worse than a rank, apart from what the callback above was told. */
  limitsFor(worst: number): Limits {
    const costs = Math.floor((worst - OTHER_NAME) / COST);
    // What costs the most may cost any more.
    const costMax = costs < COST_MAX ? costs : Number.POSITIVE_INFINITY;
    const best = fitOf(this.#matcher.leastCost) + (this.#length > 1 ? APART : 0);
    return { costMax, placeEnd: this.#endOfRank(worst - best) };
  }

  /** The place behind the last product whose weight alone is no worse than this part of a rank. */
  #endOfRank(weightPart: number): number {
    const weight = Math.ceil(WEIGHT_MAX - weightPart / WEIGHT);
    const { countFrom } = this.#segment as Segment;
    return countFrom[Math.min(Math.max(weight, 0), WEIGHT_MAX + 1)] as number;
  }

  /** The rank of a product that was matched; Infinity where it is worse, or was told of already. */
  rank(place: number, cost: number, worst: number): number {
    const together = fitOf(cost) + weightPart((this.#segment as Segment).weightOf[place] as number);
    if (together > worst || this.#isExact(place)) return Number.POSITIVE_INFINITY;
    const apart = together + APART;
    if (this.#length > 1) {
      const isNone = apart > worst || (this.#phrase !== undefined && this.#isTogether(place));
      return isNone ? Number.POSITIVE_INFINITY : apart;
    }
    return this.#matcher.hasAllInName(place) ? together : apart;
  }

  #isExact(place: number): boolean {
    return this.#exact?.includes(place) ?? false;
  }

  /** Whether the words, two at least, stand in the name one behind the other. */
  #isTogether(place: number): boolean {
    const { names, nameOffsets, pairsOf } = this.#segment as Segment;
    const pairs = this.#pairs;
    const isShort =
      ((pairs[0] as number) & ~(pairsOf[2 * place] as number)) |
      ((pairs[1] as number) & ~(pairsOf[2 * place + 1] as number));
    if (isShort !== 0) return false;
    const phrase = this.#phrase as readonly number[];
    const first = phrase[0];
    const last = (nameOffsets[place + 1] as number) - phrase.length;
    for (let start = nameOffsets[place] as number; start <= last; start++) {
      if (names[start] === first && this.#standsAt(start)) return true;
    }
    return false;
  }

  #standsAt(start: number): boolean {
    const { names } = this.#segment as Segment;
    const phrase = this.#phrase as readonly number[];
    for (let i = 0; i < phrase.length; i++) {
      if (names[start + i] !== phrase[i]) return false;
    }
    return true;
  }
}

/** Without the weight, of one that is together. */
function fitOf(cost: number): number {
  return OTHER_NAME + cost * COST;
}

function weightPart(weight: number): number {
  return (WEIGHT_MAX - weight) * WEIGHT;
}
