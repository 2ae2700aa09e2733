/** The terms of each product's name in their order, to see which words of a query it has side by side. */
export class Names {
  readonly #terms: Uint32Array;
  /** Where the terms of each document begin, and the end of the last one. */
  readonly #offsets: Uint32Array;

  constructor(documents: readonly (readonly number[])[]) {
    this.#terms = Uint32Array.from(documents.flat());
    this.#offsets = new Uint32Array(documents.length + 1);
    for (const [doc, { length }] of documents.entries()) {
      this.#offsets[doc + 1] = (this.#offsets[doc] as number) + length;
    }
  }

  /** Whether a name has one term right before another one. */
  hasPair(doc: number, first: number, second: number): boolean {
    const last = (this.#offsets[doc + 1] as number) - 1;
    for (let at = this.#offsets[doc] as number; at < last; at++) {
      if (this.#terms[at] === first && this.#terms[at + 1] === second) return true;
    }
    return false;
  }

  /** Whether a name has these terms and no others. */
  isWhole(doc: number, terms: readonly { term: number | undefined }[]): boolean {
    const start = this.#offsets[doc] as number;
    if ((this.#offsets[doc + 1] as number) !== start + terms.length) return false;
    return terms.every(({ term }, index) => this.#terms[start + index] === term);
  }
}
