/** The index of one segment of the catalogue: everything that a search compares, in typed arrays. */
import type { ProductRow } from '../storage/schema.ts';
import type { SortedWords } from './sorted-words.ts';

/** Where a product has a word; a sum where it has it in several. Descriptions have lists of their own. */
export const Field = { NAME: 1, CATEGORY: 2, BRAND: 4 } as const;
/** A posting is a product's place and, in the lowest bits, the fields; 0 for its description alone. */
export const FIELD_BITS = 4;
export const ALL_FIELDS = 2 ** FIELD_BITS - 1;

export type IndexedRow = Pick<
  ProductRow,
  | 'position'
  | 'name'
  | 'category'
  | 'categories'
  | 'brand'
  | 'description'
  | 'popularity'
  | 'cost_cents'
  | 'rating_halves'
>;

/**
 * Never changed once it is built. Products go by their place, from 0: the best known and rated ones come
 * first, and of those that are equal the ones whose position does.
 */
export interface Segment {
  readonly number: number;
  /** By place; the same for all that end in `Of`. */
  readonly positionOf: Int32Array;
  /** 0 to WEIGHT_MAX. */
  readonly weightOf: Uint8Array;
  /** By weight, and for one more than there is: how many products have it or more. */
  readonly countFrom: Uint16Array;
  readonly centsOf: Int32Array;
  readonly halvesOf: Uint8Array;
  /** Index in `categories`. */
  readonly categoryOf: Uint16Array;
  readonly categories: readonly string[];
  /** Of the words of the whole name. */
  readonly nameHashOf: Int32Array;
  /** A hash table of these: a place and 1, and behind it those that had the same slot; else 0. */
  readonly placesByName: Uint16Array;
  /** Where the words of the name begin in `names`; one more than there are products. */
  readonly nameOffsets: Uint32Array;
  /** Indices in `words`. */
  readonly names: Uint16Array | Uint32Array;
  /** Two by place: bits for each two words that stand together in the name; see `addPair`. */
  readonly pairsOf: Uint32Array;
  /** All words of all texts. */
  readonly words: SortedWords;
  /**
   * Two for each word: where its postings begin of products that have it in name, category or brand, and
   * of those that have it in the description alone; and the end of all. Each list in the order of places.
   */
  readonly offsets: Uint32Array;
  readonly postings: Uint16Array;
  /** What each word costs at least, wherever a product has it. */
  readonly leastCosts: Uint8Array;
}

/** Sets, of the 64 bits of a name's pairs, the one for these two words; other pairs may have the same. */
export function addPair(pairs: Uint32Array, place: number, one: number, other: number): void {
  const hash = Math.imul(one * 31 + other, 0x9e3779b1);
  const half = 2 * place + (hash >>> 31);
  pairs[half] = (pairs[half] as number) | (1 << (hash >>> 26));
}

/** The index, from start to end, of the first posting whose place isn't before this one. */
export function placeFrom(
  postings: Uint16Array,
  place: number,
  start: number,
  end: number,
): number {
  const last = postings[end - 1];
  if (start === end || (last as number) >> FIELD_BITS < place) return end;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[middle] as number) >> FIELD_BITS < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
