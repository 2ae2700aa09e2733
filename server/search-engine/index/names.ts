/** The terms of each product's name in their order, to see which words of a query it has side by side. */
export class Names {
  readonly #terms: Uint32Array;
  /** Where the terms of each document begin, and the end of the last one. */
  readonly #offsets: Uint32Array;
  /** By document, a bit for each two neighbours: most names that don't have a pair are known by it. */
  readonly #signatures: Int32Array;
  /** Of the names, in terms. */
  readonly lengths: ReadonlySet<number>;

  constructor(documents: readonly (readonly number[])[]) {
    this.#signatures = Int32Array.from(documents, signatureOf);
    this.#terms = Uint32Array.from(documents.flat());
    this.#offsets = new Uint32Array(documents.length + 1);
    this.lengths = new Set(documents.map(({ length }) => length));
    for (const [doc, { length }] of documents.entries()) {
      this.#offsets[doc + 1] = (this.#offsets[doc] as number) + length;
    }
  }

  /** Whether a name has one term right before another one. */
  hasPair(doc: number, first: number, second: number): boolean {
    if (((this.#signatures[doc] as number) & pairBit(first, second)) === 0) return false;
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

function signatureOf(terms: readonly number[]): number {
  let signature = 0;
  for (let at = 1; at < terms.length; at++) {
    signature |= pairBit(terms[at - 1] as number, terms[at] as number);
  }
  return signature;
}

function pairBit(first: number, second: number): number {
  // The highest five bits of a product are its best mixed ones.
  return 1 << (Math.imul(31 * first + second, 0x9e3779b1) >>> 27);
}
