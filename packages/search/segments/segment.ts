/**
 * The index of one segment of the catalogue. It is immutable: a changed segment is replaced. It is plain data, because it
 * comes from the thread that builds it.
 *
 * A document number, from 0, identifies a product. Documents have the order of the catalogue.
 *
 * The package asserts that elements of typed arrays are numbers (`as number`). Every index comes from the same
 * segment, so it is never out of bounds.
 */
import type { Names } from './names.ts';
import { countPostings, type PostingLists } from './posting-lists.ts';
import type { ProductNumbers } from './product-numbers.ts';
import type { SortedTerms, TermRange } from './sorted-terms.ts';

/** Positions in a segment. Sources of products count their revisions by the same size. */
export const SEGMENT_SIZE = 4_096;

export interface Segment extends ProductNumbers {
  readonly number: number;
  /** The words of all texts. A term is represented by its index here. */
  readonly terms: SortedTerms;
  /** Products that have a term in name, category or brand. */
  readonly named: PostingLists;
  /** Products that have a term only in the description. */
  readonly described: PostingLists;
  /** The highest impact of any term in `described`. */
  readonly maxDescribed: number;
  /** The highest impact of each term on any product. */
  readonly maxImpacts: Uint8Array;
  readonly names: Names;
  /** The position in the catalogue, by document. The following arrays are by document, too. */
  readonly positions: Int32Array;
  /** Indices in `categoryNames`. */
  readonly categories: Uint16Array;
  readonly categoryNames: readonly string[];
  /** The terms of each of these names. */
  readonly categoryWords: readonly (readonly string[])[];
  /** 1 if the product represents its group of variants, or has none. */
  readonly represents: Uint8Array;
}

/** The number of postings of these terms, completions included. */
export function countInRange(
  { named, described }: Pick<Segment, 'named' | 'described'>,
  { start, end }: Pick<TermRange, 'start' | 'end'>,
): number {
  return countPostings(named, start, end) + countPostings(described, start, end);
}

/** The number of products on sale that have a term. */
export function countProducts(segment: Segment, term: number): number {
  const { named, described, onSale } = segment;
  let count = 0;
  for (const { docs, offsets } of [named, described]) {
    const end = offsets[term + 1] as number;
    for (let i = offsets[term] as number; i < end; i++)
      count += onSale[docs[i] as number] as number;
  }
  return count;
}
