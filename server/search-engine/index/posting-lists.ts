/** Posting lists: for each term of a segment, the documents that have it, with its impact on each. */
import { lowerBound } from './binary-search.ts';

/** The lists of all terms in one array of each kind, so that the lists of neighbouring terms are one range. */
export interface PostingArrays {
  docs: Uint16Array;
  impacts: Uint8Array;
  /** The start of each term's list, and the end of the last one. */
  offsets: Uint32Array;
}

/**
 * Inverts documents.
 * @param documents the impact of each term of a document, from 1 to IMPACT_MAX
 * @param placeOf the place of each term's list among the lists
 */
export function invert(
  documents: readonly ReadonlyMap<number, number>[],
  placeOf: Uint32Array,
): PostingArrays {
  const offsets = new Uint32Array(placeOf.length + 1);
  const end = (term: number): number => (placeOf[term] as number) + 1;
  for (const impacts of documents) {
    for (const term of impacts.keys()) offsets[end(term)] = (offsets[end(term)] as number) + 1;
  }
  for (let at = 1; at < offsets.length; at++) {
    offsets[at] = (offsets[at] as number) + (offsets[at - 1] as number);
  }
  const length = offsets.at(-1) as number;
  const [docs, impacts] = [new Uint16Array(length), new Uint8Array(length)];
  /** The index of the next posting of each list. */
  const next = offsets.slice();
  for (const [doc, terms] of documents.entries()) {
    for (const [term, impact] of terms) {
      const place = placeOf[term] as number;
      const index = next[place] as number;
      docs[index] = doc;
      impacts[index] = impact;
      next[place] = index + 1;
    }
  }
  return { docs, impacts, offsets };
}

export class PostingLists {
  readonly docs: Uint16Array;
  readonly impacts: Uint8Array;
  readonly #offsets: Uint32Array;

  constructor({ docs, impacts, offsets }: PostingArrays) {
    this.docs = docs;
    this.impacts = impacts;
    this.#offsets = offsets;
  }

  /** The index of a term's first posting, which is also the end of the previous list. */
  startOf(term: number): number {
    return this.#offsets[term] as number;
  }

  /** The number of postings of the terms from `first` up to, but not including, `end`. */
  count(first: number, end = first + 1): number {
    return this.startOf(end) - this.startOf(first);
  }

  /** The impact of a term on a document; 0 if the document does not have it. */
  impactOn(term: number, doc: number): number {
    const end = this.startOf(term + 1);
    const at = lowerBound(this.startOf(term), end, (index) => (this.docs[index] as number) < doc);
    return at < end && this.docs[at] === doc ? (this.impacts[at] as number) : 0;
  }

  /** The highest impact of these terms; 0 if they have no postings. */
  maxImpact(first: number, end = first + 1): number {
    return this.impacts.subarray(this.startOf(first), this.startOf(end)).reduce(maxOf, 0);
  }
}

function maxOf(one: number, other: number): number {
  return Math.max(one, other);
}
