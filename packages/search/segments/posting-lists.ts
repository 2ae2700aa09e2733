/** Posting lists: for each term of a segment, the documents that have it, with its impact on each. */
import { lowerBound } from './binary-search.ts';
import { increment, offsetsOf } from './offsets.ts';

/** The lists of all terms in one array of each kind, so that the lists of neighbouring terms are one range. */
export interface PostingLists {
  docs: Uint16Array;
  impacts: Uint8Array;
  /** The offsets of each term's postings. */
  offsets: Uint32Array;
}

/**
 * Inverts documents.
 * @param documents the impact of each term of a document, from 1 to IMPACT_MAX
 * @param sortedIndex the index of each term's list among the lists
 */
export function invert(
  documents: readonly ReadonlyMap<number, number>[],
  sortedIndex: Uint32Array,
): PostingLists {
  const counts = new Uint32Array(sortedIndex.length);
  for (const impacts of documents) {
    for (const term of impacts.keys()) increment(counts, sortedIndex[term] as number);
  }
  const offsets = offsetsOf(counts);
  const length = offsets.at(-1) as number;
  const [docs, impacts] = [new Uint16Array(length), new Uint8Array(length)];
  /** The index of the next posting of each list. */
  const next = offsets.slice();
  for (const [doc, terms] of documents.entries()) {
    for (const [term, impact] of terms) {
      const list = sortedIndex[term] as number;
      const index = next[list] as number;
      docs[index] = doc;
      impacts[index] = impact;
      next[list] = index + 1;
    }
  }
  return { docs, impacts, offsets };
}

/** The number of postings of the terms from `first` up to, but not including, `end`. */
export function countPostings({ offsets }: PostingLists, first: number, end = first + 1): number {
  return (offsets[end] as number) - (offsets[first] as number);
}

/** The impact of a term on a document; 0 if the document does not have it. */
export function impactOn({ docs, impacts, offsets }: PostingLists, term: number, doc: number) {
  const end = offsets[term + 1] as number;
  const at = lowerBound(offsets[term] as number, end, (index) => (docs[index] as number) < doc);
  return at < end && docs[at] === doc ? (impacts[at] as number) : 0;
}

/** The highest impact of a term; 0 if it has no postings. */
export function maxImpact({ impacts, offsets }: PostingLists, term: number): number {
  return impacts
    .subarray(offsets[term], offsets[term + 1])
    .reduce((one, other) => Math.max(one, other), 0);
}
