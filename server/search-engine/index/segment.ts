/**
 * The index of one segment of the catalogue. It never changes: a segment that changed is built anew.
 *
 * A product is known by its document number, from 0: the products with the highest weight come first,
 * and of those with the same weight the ones that come first in the catalogue. So whoever looks for the
 * best products may stop early.
 *
 * Reads of typed arrays are asserted to be numbers (`as number`) in this folder: every index comes from
 * the same segment, so it is never out of bounds.
 */
import type { Names } from './names.ts';
import type { PostingLists } from './posting-lists.ts';
import type { SortedTerms } from './sorted-terms.ts';

/** Positions in a segment. The database counts by it, so it only ever changes with a migration. */
export const SEGMENT_SIZE = 4_096;

export interface Segment {
  readonly number: number;
  /** The words of all texts. A term is known by its index in these. */
  readonly terms: SortedTerms;
  /** Products that have a term in name, category or brand. */
  readonly named: PostingLists;
  /** Products that have a term in the description alone. */
  readonly described: PostingLists;
  /** No term of a description alone has a higher impact. */
  readonly maxDescribed: number;
  /** By term, the highest impact on any product. */
  readonly maxImpacts: Uint8Array;
  readonly names: Names;
  /** By document, as the following ones: the position in the catalogue. */
  readonly positions: Int32Array;
  /** How well known and rated, 0 to WEIGHT_MAX. */
  readonly weights: Uint8Array;
  readonly costsInCents: Int32Array;
  readonly ratingsInHalves: Uint8Array;
  /** Indices in `categoryNames`. */
  readonly categories: Uint16Array;
  readonly categoryNames: readonly string[];
}
