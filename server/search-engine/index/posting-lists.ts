/** Posting lists: for each term of a segment, the documents that have it, with its impact on each. */

const IMPACT_BITS = 8;

/**
 * Packs the index of a document or a term and an impact, from 1 to IMPACT_MAX, into one number. This saves memory
 * while a segment is built.
 */
export function withImpact(index: number, impact: number): number {
  return (index << IMPACT_BITS) | impact;
}

export function indexIn(packed: number): number {
  return packed >>> IMPACT_BITS;
}

export function impactIn(packed: number): number {
  return packed & ((1 << IMPACT_BITS) - 1);
}

/** The lists of all terms in one array, so that the lists of neighbouring terms are one range. */
export class PostingLists {
  readonly docs: Uint16Array;
  readonly impacts: Uint8Array;
  /** The start of each term's list, and the end of the last one. */
  readonly #offsets: Uint32Array;

  /** @param lists the documents of each term with their impacts, in the order of documents; see `withImpact` */
  constructor(lists: readonly (readonly number[])[]) {
    this.#offsets = new Uint32Array(lists.length + 1);
    for (const [term, { length }] of lists.entries()) {
      this.#offsets[term + 1] = this.startOf(term) + length;
    }
    const length = this.startOf(lists.length);
    this.docs = new Uint16Array(length);
    this.impacts = new Uint8Array(length);
    for (const [term, list] of lists.entries()) {
      for (const [index, posting] of list.entries()) {
        this.docs[this.startOf(term) + index] = indexIn(posting);
        this.impacts[this.startOf(term) + index] = impactIn(posting);
      }
    }
  }

  /** The index of a term's first posting, which is also the end of the previous list. */
  startOf(term: number): number {
    return this.#offsets[term] as number;
  }

  /** The number of postings of the terms from `first` up to, but not including, `end`. */
  count(first: number, end = first + 1): number {
    return this.startOf(end) - this.startOf(first);
  }

  /** The highest impact of these terms; 0 if they have no postings. */
  maxImpact(first: number, end = first + 1): number {
    return this.impacts.subarray(this.startOf(first), this.startOf(end)).reduce(maxOf, 0);
  }
}

function maxOf(one: number, other: number): number {
  return Math.max(one, other);
}
