/** Where the products of a segment have the words that are looked for, four of them at a time. */
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import { BEGINNING_COST, beginningMarks, DESCRIPTION_COST, wholeMarks } from './costs.ts';
import type { Occurrences } from './occurrences.ts';
import { ALL_FIELDS, FIELD_BITS, type Segment } from './segment.ts';

/** What makes a product not worth being found. */
export interface Limits {
  /** Its cost is higher. */
  costMax: number;
  /** Its place is this or comes behind. */
  placeEnd: number;
}

/** How each product of a segment has a term or word. */
export class Marks {
  readonly of = new Uint8Array(SEGMENT_SIZE);
  /** The same memory, four products at a time. */
  readonly byFours = new Uint32Array(this.of.buffer);

  /** As far as anybody looks. */
  clear(placeEnd: number): this {
    this.of.fill(0, 0, placeEnd);
    return this;
  }

  /** Takes away what the other one hasn't. */
  and({ byFours: others }: Marks): void {
    const { byFours } = this;
    for (let four = 0; four < byFours.length; four++) {
      byFours[four] = (byFours[four] as number) & (others[four] as number);
    }
  }

  /** Adds what the other one has. */
  or({ byFours: others }: Marks): void {
    const { byFours } = this;
    for (let four = 0; four < byFours.length; four++) {
      byFours[four] = (byFours[four] as number) | (others[four] as number);
    }
  }

  /** Adds where products have a word, as far as the limits allow. */
  addWord(
    { offsets, postings }: Segment,
    at: number,
    word: Occurrences,
    { placeEnd, costMax }: Limits,
  ): void {
    const longer = word.longer(at);
    const end = costMax < BEGINNING_COST ? longer : word.end(at);
    for (let index = word.first(at); index < end; index++) {
      const marksOf = index < longer ? wholeMarks : beginningMarks;
      const named = offsets[2 * index] as number;
      const described = offsets[2 * index + 1] as number;
      markPostings(postings, [named, described], placeEnd, marksOf, this.of);
      if (costMax < DESCRIPTION_COST) continue;
      const endOfAll = offsets[2 * index + 2] as number;
      markPostings(postings, [described, endOfAll], placeEnd, marksOf, this.of);
    }
  }
}

/** @param placeEnd of the first product that isn't looked for: mostly there are few in front of it */
function markPostings(
  postings: Uint16Array,
  [start, end]: readonly [number, number],
  placeEnd: number,
  marksOf: Uint8Array,
  marks: Uint8Array,
): void {
  // What is imported is looked up anew each time, which would take as long as all the rest.
  const [bits, fields] = [FIELD_BITS, ALL_FIELDS];
  for (let i = start; i < end; i++) {
    const posting = postings[i] as number;
    const place = posting >> bits;
    if (place >= placeEnd) return;
    marks[place] = (marks[place] as number) | (marksOf[posting & fields] as number);
  }
}
