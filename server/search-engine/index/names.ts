/** The terms of each product's name in their order, to find the words of a query that are adjacent in it. */
export interface NameArrays {
  terms: Uint32Array;
  /** The start of each document's terms, and the end of the last one's. */
  offsets: Uint32Array;
}

export function arrangeNames(documents: readonly (readonly number[])[]): NameArrays {
  const offsets = new Uint32Array(documents.length + 1);
  for (const [doc, { length }] of documents.entries()) {
    offsets[doc + 1] = (offsets[doc] as number) + length;
  }
  return { terms: Uint32Array.from(documents.flat()), offsets };
}

export class Names {
  readonly #terms: Uint32Array;
  readonly #offsets: Uint32Array;

  constructor({ terms, offsets }: NameArrays) {
    this.#terms = terms;
    this.#offsets = offsets;
  }

  /** Whether a name has the first term right before the second one. */
  hasPair(doc: number, first: number, second: number): boolean {
    const last = (this.#offsets[doc + 1] as number) - 1;
    for (let at = this.#offsets[doc] as number; at < last; at++) {
      if (this.#terms[at] === first && this.#terms[at + 1] === second) return true;
    }
    return false;
  }
}
