/**
 * The index of one segment of the catalogue. It is immutable: a changed segment is replaced.
 *
 * A document number, from 0, identifies a product. Documents have the order of the catalogue.
 *
 * This folder asserts that elements of typed arrays are numbers (`as number`). Every index comes from the same
 * segment, so it is never out of bounds.
 */
import { type NameArrays, Names } from './names.ts';
import { type PostingArrays, PostingLists } from './posting-lists.ts';
import type { ProductNumbers } from './product-numbers.ts';
import { SortedTerms, type TermArrays } from './sorted-terms.ts';

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

/** A segment as the thread that builds it hands it over: an object of a class would lose its methods. */
export interface SegmentArrays extends Omit<Segment, 'terms' | 'named' | 'described' | 'names'> {
  readonly terms: TermArrays;
  readonly named: PostingArrays;
  readonly described: PostingArrays;
  readonly names: NameArrays;
}

export function toSegment({ terms, named, described, names, ...rest }: SegmentArrays): Segment {
  return {
    ...rest,
    terms: new SortedTerms(terms),
    named: new PostingLists(named),
    described: new PostingLists(described),
    names: new Names(names),
  };
}

/** The number of products on sale that have a term. */
export function countProducts(segment: Segment, term: number): number {
  const { named, described, onSale, areAllOnSale } = segment;
  if (areAllOnSale) return named.count(term) + described.count(term);
  let count = 0;
  for (const list of [named, described]) {
    for (let i = list.startOf(term); i < list.startOf(term + 1); i++) {
      count += onSale[list.docs[i] as number] as number;
    }
  }
  return count;
}
