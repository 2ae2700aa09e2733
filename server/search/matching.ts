/** Which products of a segment have all that is looked for, and how well each fits. */
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import { COST_MAX, OTHER_CATEGORY_COST, termCosts } from './costs.ts';
import { type Limits, Marks } from './marks.ts';
import type { Occurrences } from './occurrences.ts';
import type { Term } from './rules.ts';
import { FIELD_BITS, Field, placeFrom, type Segment } from './segment.ts';
import type { Segments } from './segments.ts';

const MISSING = -1;

/** The first `count` of both; valid until anything else is matched. */
export interface Matches {
  count: number;
  places: Uint16Array;
  /** What all terms together cost each product, COST_MAX at most. */
  costs: Uint8Array;
}

const NO_LIMITS: Limits = { costMax: Number.POSITIVE_INFINITY, placeEnd: SEGMENT_SIZE };

/**
 * What all matchers work in: one search is done before the next one begins. Asked for anew with each, it
 * would be garbage of the kind that is dear to collect.
 */
const memory = {
  word: new Marks(),
  alternative: new Marks(),
  /** By term; as many as there ever were. */
  terms: [] as Marks[],
  matches: {
    count: 0,
    places: new Uint16Array(SEGMENT_SIZE),
    costs: new Uint8Array(SEGMENT_SIZE),
  } satisfies Matches,
};

/**
 * Looks for the same terms in one segment after another: `begin` with one, then `match` it. One matcher is
 * done with before another one is used.
 */
export class Matcher {
  readonly #segments: readonly Segment[];
  /** As in `Term`, each word by where it is. */
  readonly #terms: readonly (readonly (readonly Occurrences[])[])[];
  /** The words as they were typed. */
  readonly #typed: readonly Occurrences[];
  readonly #marks: readonly Marks[];
  readonly #matches: Matches = memory.matches;
  // At hand: what is imported is looked up anew each time.
  readonly #termCosts = termCosts;
  readonly #costMax = COST_MAX;
  #at = 0;
  #segment: Segment | undefined;
  /** The term that fewest products of the segment have. */
  #rarest = 0;
  /** What each term costs at least. */
  readonly #leastCosts: number[] = [];
  #leastSum = 0;

  /** @param terms where there are none, every product matches */
  constructor(terms: readonly Term[], segments: Segments) {
    this.#segments = segments.all;
    this.#terms = terms.map((term) =>
      term.map((words) => words.map((wanted) => segments.occurrencesOf(wanted))),
    );
    this.#typed = this.#terms.flatMap(([asTyped = []]) => asTyped);
    while (memory.terms.length < terms.length) memory.terms.push(new Marks());
    this.#marks = memory.terms.slice(0, terms.length);
  }

  /** What every match of the segment costs, or more; Infinity where nothing has all terms. */
  get leastCost(): number {
    return this.#isHopeless ? Number.POSITIVE_INFINITY : Math.min(this.#leastSum, this.#costMax);
  }

  get #isHopeless(): boolean {
    return this.#leastSum === Number.POSITIVE_INFINITY;
  }

  /** @param at which of the segments */
  begin(at: number): void {
    this.#at = at;
    this.#segment = this.#segments[at];
    this.#leastSum = 0;
    let fewest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < this.#terms.length; index++) {
      const { cost, postings } = lookUp(
        this.#terms[index] as readonly (readonly Occurrences[])[],
        at,
      );
      this.#leastCosts[index] = cost;
      this.#leastSum += cost;
      if (postings < fewest) [this.#rarest, fewest] = [index, postings];
    }
  }

  /** The words as they were typed, as indices of the segment's; undefined where it hasn't all of them. */
  phrase(): readonly number[] | undefined {
    const at = this.#at;
    if (this.#typed.some((word) => word.first(at) === word.longer(at))) return undefined;
    return this.#typed.map((word) => word.first(at));
  }

  match(limits = NO_LIMITS): Matches {
    const matches = this.#matches;
    matches.count = 0;
    if (this.#terms.length === 0) {
      this.#collectAll();
    } else if (!this.#isHopeless && limits.placeEnd > 0 && this.leastCost <= limits.costMax) {
      for (let term = 0; term < this.#terms.length; term++) this.#markTerm(term, limits);
      this.#collect(limits);
    }
    return matches;
  }

  /** Whether a product that matched has a whole word of each term in its name. */
  hasAllInName(place: number): boolean {
    for (let term = 0; term < this.#marks.length; term++) {
      const marks = (this.#marks[term] as Marks).of[place] as number;
      if ((marks & Field.NAME) === 0) return false;
    }
    return true;
  }

  /** What a product costs that has a whole word of each term in its name. */
  costInName(place: number): number {
    const at = this.#at;
    const { offsets, postings } = this.#segment as Segment;
    const isInCategory = (word: Occurrences): boolean => {
      const first = word.first(at);
      if (first === word.longer(at)) return false;
      const end = offsets[2 * first + 1] as number;
      const posting = postings[placeFrom(postings, place, offsets[2 * first] as number, end)] ?? 0;
      return posting >> FIELD_BITS === place && (posting & Field.CATEGORY) !== 0;
    };
    let cost = 0;
    for (const term of this.#terms) {
      if (!term.some((words) => words.every(isInCategory))) cost += OTHER_CATEGORY_COST;
    }
    return cost;
  }

  #markTerm(term: number, { placeEnd, costMax }: Limits): void {
    const segment = this.#segment as Segment;
    const marks = (this.#marks[term] as Marks).clear(placeEnd);
    // What the other terms cost in any case, this one can't.
    const others = this.#leastSum - (this.#leastCosts[term] as number);
    const limits = { placeEnd, costMax: costMax - others };
    const at = this.#at;
    for (const words of this.#terms[term] as readonly (readonly Occurrences[])[]) {
      const [first, ...rest] = words as readonly [Occurrences, ...Occurrences[]];
      if (rest.length === 0) {
        marks.addWord(segment, at, first, limits);
        continue;
      }
      // Only what has all words of this alternative.
      const all = memory.alternative.clear(placeEnd);
      all.addWord(segment, at, first, limits);
      for (const other of rest) {
        const also = memory.word.clear(placeEnd);
        also.addWord(segment, at, other, limits);
        all.and(also);
      }
      marks.or(all);
    }
  }

  #collectAll(): void {
    const { positionOf } = this.#segment as Segment;
    const { places } = this.#matches;
    for (let place = 0; place < positionOf.length; place++) places[place] = place;
    this.#matches.count = positionOf.length;
  }

  /** Every product that has all terms: among those that have the rarest, four places at a time. */
  #collect({ costMax, placeEnd }: Limits): void {
    const { places, costs } = this.#matches;
    const { of: marks, byFours } = this.#marks[this.#rarest] as Marks;
    let count = 0;
    for (let four = 0; four < placeEnd / 4; four++) {
      if (byFours[four] === 0) continue;
      for (let place = four * 4; place < four * 4 + 4; place++) {
        if (marks[place] === 0) continue;
        const cost = this.#costAt(place);
        if (cost === MISSING || cost > costMax) continue;
        places[count] = place;
        costs[count] = cost;
        count++;
      }
    }
    this.#matches.count = count;
  }

  /** MISSING where the product hasn't all terms. */
  #costAt(place: number): number {
    const terms = this.#marks;
    let cost = 0;
    for (let term = 0; term < terms.length; term++) {
      const marks = (terms[term] as Marks).of[place] as number;
      if (marks === 0) return MISSING;
      cost += this.#termCosts[marks] as number;
    }
    return cost < this.#costMax ? cost : this.#costMax;
  }
}

/** What a term costs at least in a segment, and how many postings it has, roughly. */
function lookUp(
  term: readonly (readonly Occurrences[])[],
  at: number,
): { cost: number; postings: number } {
  let cost = Number.POSITIVE_INFINITY;
  let postings = 0;
  for (const alternative of term) {
    let most = 0;
    let fewest = Number.POSITIVE_INFINITY;
    for (const word of alternative) {
      most = Math.max(most, word.leastCost(at));
      fewest = Math.min(fewest, word.postings(at));
    }
    if (fewest === 0) continue;
    cost = Math.min(cost, most);
    postings += fewest;
  }
  return { cost, postings };
}
