/** Which products of a stretch have all that is looked for, and how well each fits. */
import { STRETCH_SIZE } from '../catalogue/stretches.ts';
import type { Term, Wanted } from './rules.ts';
import {
  ABSENT,
  ALL_FIELDS,
  endOfBeginning,
  FIELD_BITS,
  Field,
  firstFrom,
  indexOf,
  type Stretch,
} from './stretch.ts';

/** How a product has a term: in which fields as whole words, and in the name as the beginning of one. */
const BEGINS_IN_NAME = 8;
/** Anywhere at all. */
const FOUND = 16;
const WHOLE_WORDS = Field.NAME | Field.CATEGORY | Field.BRAND;

/** What a term costs a product, by where it is. */
const COSTS = { brand: 1, beginningInName: 2, category: 4, description: 9 };
/** For a term in the name whose product isn't filed under it: a cable for headphones is none. */
const OTHER_CATEGORY_COST = 1;
/** By the marks of a term. */
const costs = Uint8Array.from({ length: 2 * FOUND }, (_, marks) => {
  if (marks & Field.NAME) return marks & Field.CATEGORY ? 0 : OTHER_CATEGORY_COST;
  if (marks & Field.BRAND) return COSTS.brand;
  if (marks & BEGINS_IN_NAME) return COSTS.beginningInName;
  return marks & Field.CATEGORY ? COSTS.category : COSTS.description;
});

/** More doesn't count. */
const COST_MAX = 99;
/** How much more one thing counts than all that come after it. */
const EXACT_NAME = 100_000_000;
const COST = 1_000_000;
const TOGETHER = 500_000;
const WEIGHT = 1_000;
const WEIGHT_MAX = 99;

/** The first `count` of both; valid until the next stretch is matched. */
export interface Matches {
  count: number;
  places: Uint16Array;
  /**
   * The less the better: the exact name, then by where the terms are, then those that stand together in
   * the name, then by how well known and rated a product is.
   */
  ranks: Int32Array;
}

/** Looks for the same terms in one stretch after another; works in memory that it asks for once. */
export class Matcher {
  readonly #terms: readonly Term[];
  /** The words in their order, as they'd stand in a name. */
  readonly #phrase: readonly string[];
  readonly #marks: Uint8Array[];
  readonly #word = new Uint8Array(STRETCH_SIZE);
  readonly #alternative = new Uint8Array(STRETCH_SIZE);
  readonly #matches: Matches = {
    count: 0,
    places: new Uint16Array(STRETCH_SIZE),
    ranks: new Int32Array(STRETCH_SIZE),
  };

  /** @param terms where there are none, every product matches */
  constructor(terms: readonly Term[]) {
    this.#terms = terms;
    this.#phrase = terms.flatMap(([words = []]) => words.map(({ word }) => word));
    this.#marks = terms.map(() => new Uint8Array(STRETCH_SIZE));
  }

  match(stretch: Stretch): Matches {
    this.#matches.count = 0;
    const isPossible = this.#terms.every((term, index) => this.#markTerm(stretch, term, index));
    if (isPossible) this.#collect(stretch);
    return this.#matches;
  }

  /** @returns whether any product has the term */
  #markTerm(stretch: Stretch, term: Term, index: number): boolean {
    const marks = (this.#marks[index] as Uint8Array).fill(0);
    let isAnywhere = false;
    for (const [first, ...others] of term) {
      if (first === undefined) continue;
      if (others.length === 0) {
        isAnywhere = markWord(stretch, first, marks) || isAnywhere;
        continue;
      }
      const all = this.#alternative.fill(0);
      if (!markWord(stretch, first, all)) continue;
      if (!others.every((wanted) => this.#alsoMark(stretch, wanted, all))) continue;
      for (let place = 0; place < STRETCH_SIZE; place++) {
        marks[place] = (marks[place] as number) | (all[place] as number);
      }
      isAnywhere = true;
    }
    return isAnywhere;
  }

  /** Leaves of the marks those that another word has as well. */
  #alsoMark(stretch: Stretch, wanted: Wanted, all: Uint8Array): boolean {
    const marks = this.#word.fill(0);
    if (!markWord(stretch, wanted, marks)) return false;
    for (let place = 0; place < STRETCH_SIZE; place++) {
      all[place] = (all[place] as number) & (marks[place] as number);
    }
    return true;
  }

  #collect(stretch: Stretch): void {
    const matches = this.#matches;
    const phrase = this.#phrase.map((word) => indexOf(stretch.words, word));
    const mayBeTogether = phrase.length > 0 && !phrase.includes(-1);
    const terms = this.#marks.length;
    for (let place = 0; place < STRETCH_SIZE; place++) {
      const weight = stretch.weights[place] as number;
      if (weight === ABSENT) continue;
      let cost = 0;
      let hasAll = true;
      for (let term = 0; term < terms && hasAll; term++) {
        const marks = (this.#marks[term] as Uint8Array)[place] as number;
        hasAll = marks !== 0;
        cost += costs[marks] as number;
      }
      if (!hasAll) continue;
      let rank = EXACT_NAME + TOGETHER;
      if (mayBeTogether && hasTogether(stretch, place, phrase)) {
        rank -= TOGETHER;
        if (lengthOfName(stretch, place) === phrase.length) rank -= EXACT_NAME;
      }
      matches.places[matches.count] = place;
      matches.ranks[matches.count] =
        rank + Math.min(cost, COST_MAX) * COST + (WEIGHT_MAX - weight) * WEIGHT;
      matches.count++;
    }
  }
}

/** Adds where products have a word. @returns whether any has it */
function markWord(stretch: Stretch, { word, mayBegin }: Wanted, marks: Uint8Array): boolean {
  const { words, offsets, postings } = stretch;
  const exact = firstFrom(words, word);
  const isThere = words[exact] === word;
  if (isThere) {
    const end = offsets[exact + 1] as number;
    for (let i = offsets[exact] as number; i < end; i++) {
      const posting = postings[i] as number;
      const fields = posting & WHOLE_WORDS;
      const place = posting >> FIELD_BITS;
      marks[place] =
        (marks[place] as number) | fields | (fields & Field.NAME ? FOUND | BEGINS_IN_NAME : FOUND);
    }
  }
  if (!mayBegin) return isThere;
  const from = isThere ? exact + 1 : exact;
  const to = endOfBeginning(words, word);
  const end = offsets[to] as number;
  for (let i = offsets[from] as number; i < end; i++) {
    const posting = postings[i] as number;
    const place = posting >> FIELD_BITS;
    const isInName = posting & ALL_FIELDS & Field.NAME;
    marks[place] = (marks[place] as number) | (isInName ? FOUND | BEGINS_IN_NAME : FOUND);
  }
  return isThere || to > from;
}

function lengthOfName({ nameOffsets }: Stretch, place: number): number {
  return (nameOffsets[place + 1] as number) - (nameOffsets[place] as number);
}

/** Whether the words stand in the name one behind the other. */
function hasTogether(
  { names, nameOffsets }: Stretch,
  place: number,
  phrase: readonly number[],
): boolean {
  const last = (nameOffsets[place + 1] as number) - phrase.length;
  for (let start = nameOffsets[place] as number; start <= last; start++) {
    let length = 0;
    while (length < phrase.length && names[start + length] === phrase[length]) length++;
    if (length === phrase.length) return true;
  }
  return false;
}
