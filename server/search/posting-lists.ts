/** Inverted lists: for each term of a segment, the documents that have it. */
import { lowerBound } from './binary-search.ts';

/** Fields of a product that have a term; a sum where several have it. */
export const Field = { NAME: 1, CATEGORY: 2, BRAND: 4 } as const;
const FIELD_BITS = 3;
const ALL_FIELDS = 2 ** FIELD_BITS - 1;

/** A document's number in its segment (12 bits) and, below it, the fields that have the term. */
export function postingOf(doc: number, fields: number): number {
  return (doc << FIELD_BITS) | fields;
}

export function docOf(posting: number): number {
  return posting >> FIELD_BITS;
}

export function fieldsOf(posting: number): number {
  return posting & ALL_FIELDS;
}

/** The lists of all terms, one behind the other, so that the lists of neighbouring terms are one range. */
export class PostingLists {
  /** Each list in the order of documents. */
  readonly postings: Uint16Array;
  /** Where the list of each term begins, and the end of the last one. */
  readonly #offsets: Uint32Array;

  constructor(lists: readonly (readonly number[])[]) {
    this.#offsets = new Uint32Array(lists.length + 1);
    for (const [term, { length }] of lists.entries()) {
      this.#offsets[term + 1] = (this.#offsets[term] as number) + length;
    }
    this.postings = new Uint16Array(this.#offsets[lists.length] as number);
    for (const [term, list] of lists.entries()) this.postings.set(list, this.startOf(term));
  }

  /** The index of a term's first posting, which is the end of the list before. */
  startOf(term: number): number {
    return this.#offsets[term] as number;
  }

  /** Postings of the terms from `first` to before `end`. */
  count(first: number, end = first + 1): number {
    return this.startOf(end) - this.startOf(first);
  }

  /** The fields in which a document has a term; 0 for none. */
  fieldsAt(term: number, doc: number): number {
    const { postings } = this;
    const end = this.startOf(term + 1);
    const index = lowerBound(
      this.startOf(term),
      end,
      (other) => docOf(postings[other] as number) < doc,
    );
    const posting = index < end ? (postings[index] as number) : 0;
    return docOf(posting) === doc ? fieldsOf(posting) : 0;
  }
}
