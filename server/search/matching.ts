/** Which products of a stretch have all that is looked for, and how well each fits. */
import { STRETCH_SIZE } from '../catalogue/stretches.ts';
import type { Term, Wanted } from './rules.ts';
import {
  ALL_FIELDS,
  endOfBeginning,
  FIELD_BITS,
  Field,
  firstFrom,
  type Stretch,
} from './stretch.ts';

/** How a product has a term: in which fields as whole words, and in the name as the beginning of one. */
const BEGINS_IN_NAME = 8;
/** Anywhere at all. */
const FOUND = 16;
/** The marks of a whole word, and of the beginning of one, by the fields that have it. */
const wholeMarks = Uint8Array.from({ length: ALL_FIELDS + 1 }, (_, fields) => {
  const whole = fields & (Field.NAME | Field.CATEGORY | Field.BRAND);
  return FOUND | whole | (fields & Field.NAME ? BEGINS_IN_NAME : 0);
});
const beginningMarks = Uint8Array.from({ length: ALL_FIELDS + 1 }, (_, fields) =>
  fields & Field.NAME ? FOUND | BEGINS_IN_NAME : FOUND,
);

/** What a term costs a product, by where it is. */
export const DESCRIPTION_COST = 9;
const COSTS = { brand: 1, beginningInName: 2, category: 4, description: DESCRIPTION_COST };
/** For a term in the name whose product isn't filed under it: a cable for headphones is none. */
const OTHER_CATEGORY_COST = 1;
/** By the marks of a term. */
const termCosts = Uint8Array.from({ length: 2 * FOUND }, (_, marks) => {
  if (marks & Field.NAME) return marks & Field.CATEGORY ? 0 : OTHER_CATEGORY_COST;
  if (marks & Field.BRAND) return COSTS.brand;
  if (marks & BEGINS_IN_NAME) return COSTS.beginningInName;
  return marks & Field.CATEGORY ? COSTS.category : COSTS.description;
});

/** More doesn't count. */
export const COST_MAX = 99;
const MISSING = -1;

/** The first `count` of both; valid until the next stretch is matched. */
export interface Matches {
  count: number;
  places: Uint16Array;
  /** What all terms together cost each product, COST_MAX at most. */
  costs: Uint8Array;
}

/** What makes a product not worth being found. */
export interface Limits {
  /** Its cost is higher. */
  costMax: number;
  /** Its place is this or comes behind. */
  placeEnd: number;
}
const NO_LIMITS: Limits = { costMax: COST_MAX, placeEnd: STRETCH_SIZE };

/** How each product of a stretch has a term, and the same memory read four products at a time. */
interface TermMarks {
  marks: Uint8Array;
  byFours: Uint32Array;
}

/** Looks for the same terms in one stretch after another; works in memory that it asks for once. */
export class Matcher {
  readonly #terms: readonly Term[];
  readonly #marks: TermMarks[];
  /** The term that fewest products of the stretch have. */
  #rarest = 0;
  readonly #word = new Uint8Array(STRETCH_SIZE);
  readonly #alternative = new Uint8Array(STRETCH_SIZE);
  readonly #matches: Matches = {
    count: 0,
    places: new Uint16Array(STRETCH_SIZE),
    costs: new Uint8Array(STRETCH_SIZE),
  };

  /** @param terms where there are none, every product matches */
  constructor(terms: readonly Term[]) {
    this.#terms = terms;
    this.#marks = terms.map(() => {
      const marks = new Uint8Array(STRETCH_SIZE);
      return { marks, byFours: new Uint32Array(marks.buffer) };
    });
  }

  match(stretch: Stretch, limits = NO_LIMITS): Matches {
    this.#matches.count = 0;
    if (this.#terms.length === 0) this.#collectAll(stretch);
    else if (this.#markTerms(stretch, limits)) this.#collect(limits);
    return this.#matches;
  }

  /** Of the stretch that was matched last: whether a product has a whole word of each term in its name. */
  hasAllInName(place: number): boolean {
    for (let term = 0; term < this.#marks.length; term++) {
      const marks = (this.#marks[term] as TermMarks).marks[place] as number;
      if ((marks & Field.NAME) === 0) return false;
    }
    return true;
  }

  /** @returns whether every term is somewhere */
  #markTerms(stretch: Stretch, limits: Limits): boolean {
    let fewest = Number.POSITIVE_INFINITY;
    for (const [index, term] of this.#terms.entries()) {
      const postings = this.#markTerm(stretch, term, index, limits);
      if (postings === 0) return false;
      if (postings < fewest) [this.#rarest, fewest] = [index, postings];
    }
    return true;
  }

  /** @returns how many postings the term has, roughly; 0 where no product has it */
  #markTerm(stretch: Stretch, term: Term, index: number, limits: Limits): number {
    const marks = (this.#marks[index] as TermMarks).marks.fill(0);
    let postings = 0;
    for (const [first, ...others] of term) {
      if (first === undefined) continue;
      if (others.length === 0) {
        postings += markWord(stretch, first, marks, limits);
        continue;
      }
      const all = this.#alternative.fill(0);
      const ofFirst = markWord(stretch, first, all, limits);
      if (ofFirst === 0 || !others.every((wanted) => this.#alsoMark(stretch, wanted, all, limits)))
        continue;
      for (let place = 0; place < STRETCH_SIZE; place++) {
        marks[place] = (marks[place] as number) | (all[place] as number);
      }
      postings += ofFirst;
    }
    return postings;
  }

  /** Leaves of the marks those that another word has as well. */
  #alsoMark(stretch: Stretch, wanted: Wanted, all: Uint8Array, limits: Limits): boolean {
    const marks = this.#word.fill(0);
    if (markWord(stretch, wanted, marks, limits) === 0) return false;
    for (let place = 0; place < STRETCH_SIZE; place++) {
      all[place] = (all[place] as number) & (marks[place] as number);
    }
    return true;
  }

  #collectAll({ positionOf }: Stretch): void {
    const { places } = this.#matches;
    for (let place = 0; place < positionOf.length; place++) places[place] = place;
    this.#matches.count = positionOf.length;
  }

  /** Every product that has all terms: among those that have the rarest, four places at a time. */
  #collect({ costMax, placeEnd }: Limits): void {
    const { places, costs } = this.#matches;
    const { marks, byFours } = this.#marks[this.#rarest] as TermMarks;
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
    let cost = 0;
    for (let term = 0; term < this.#marks.length; term++) {
      const marks = (this.#marks[term] as TermMarks).marks[place] as number;
      if (marks === 0) return MISSING;
      cost += termCosts[marks] as number;
    }
    return Math.min(cost, COST_MAX);
  }
}

/** Adds where products have a word. @returns how many postings it has, and those that begin so */
function markWord(
  stretch: Stretch,
  { word, mayBegin }: Wanted,
  marks: Uint8Array,
  { placeEnd, costMax }: Limits,
): number {
  const { words, offsets, postings } = stretch;
  const first = firstFrom(words, word);
  const longer = words[first] === word ? first + 1 : first;
  const end = mayBegin ? endOfBeginning(words, word, longer) : longer;
  for (let index = first; index < end; index++) {
    const marksOf = index < longer ? wholeMarks : beginningMarks;
    const endOfNamed = offsets[2 * index + 1] as number;
    const endOfAll = costMax < DESCRIPTION_COST ? endOfNamed : (offsets[2 * index + 2] as number);
    for (let i = offsets[2 * index] as number; i < endOfAll; i++) {
      const posting = postings[i] as number;
      const place = posting >> FIELD_BITS;
      if (place < placeEnd) {
        marks[place] = (marks[place] as number) | (marksOf[posting & ALL_FIELDS] as number);
      } else if (i < endOfNamed) {
        i = endOfNamed - 1;
      } else {
        break;
      }
    }
  }
  return (offsets[2 * end] as number) - (offsets[2 * first] as number);
}
