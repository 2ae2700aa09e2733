/** Inverted lists: for each term of a segment, the documents that have it, and what it says about each. */

/** In the order of documents. */
export interface PostingList {
  docs: number[];
  /** From 1 to IMPACT_MAX; see weights.ts. */
  impacts: number[];
}

/** The lists of all terms, one behind the other, so that the lists of neighbouring terms are one range. */
export class PostingLists {
  readonly docs: Uint16Array;
  readonly impacts: Uint8Array;
  /** Where the list of each term begins, and the end of the last one. */
  readonly #offsets: Uint32Array;

  constructor(lists: readonly PostingList[]) {
    this.#offsets = new Uint32Array(lists.length + 1);
    for (const [term, { docs }] of lists.entries()) {
      this.#offsets[term + 1] = (this.#offsets[term] as number) + docs.length;
    }
    const length = this.#offsets[lists.length] as number;
    this.docs = new Uint16Array(length);
    this.impacts = new Uint8Array(length);
    for (const [term, { docs, impacts }] of lists.entries()) {
      this.docs.set(docs, this.startOf(term));
      this.impacts.set(impacts, this.startOf(term));
    }
  }

  /** The index of a term's first posting, which is the end of the list before. */
  startOf(term: number): number {
    return this.#offsets[term] as number;
  }

  /** Postings of the terms from `first` to before `end`. */
  count(first: number, end = first + 1): number {
    return this.startOf(end) - this.startOf(first);
  }
}
