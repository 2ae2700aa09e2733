/** The terms of each document in the order of its text, to look for phrases. */
import { lowerBound } from './binary-search.ts';

export interface Phrase {
  readonly terms: readonly number[];
  /** A bit for each two neighbours; a document that has the phrase has these bits. */
  readonly signature: number;
}

export function toPhrase(terms: readonly number[]): Phrase {
  return { terms, signature: signatureOf(terms) };
}

export class ForwardIndex {
  readonly #terms: Uint32Array;
  /** Where the terms of each document begin, and the end of the last one. */
  readonly #offsets: Uint32Array;
  readonly #signatures: Int32Array;
  /** Hashes of all terms of a document, in their order. */
  readonly #hashes: Int32Array;
  /** The document of each hash. */
  readonly #hashed: Uint16Array;

  constructor(documents: readonly (readonly number[])[]) {
    this.#terms = Uint32Array.from(documents.flat());
    this.#offsets = new Uint32Array(documents.length + 1);
    for (const [doc, { length }] of documents.entries()) {
      this.#offsets[doc + 1] = (this.#offsets[doc] as number) + length;
    }
    this.#signatures = Int32Array.from(documents, signatureOf);
    const hashes = Int32Array.from(documents, hashOf);
    this.#hashed = Uint16Array.from(documents.keys()).sort(
      (one, other) => (hashes[one] as number) - (hashes[other] as number),
    );
    this.#hashes = hashes.sort();
  }

  /** The documents that have these terms and no others. */
  findWhole(terms: readonly number[]): number[] {
    const hashes = this.#hashes;
    const hash = hashOf(terms);
    const documents: number[] = [];
    let index = lowerBound(0, hashes.length, (other) => (hashes[other] as number) < hash);
    for (; hashes[index] === hash; index++) {
      const doc = this.#hashed[index] as number;
      if (this.isWhole(doc, terms)) documents.push(doc);
    }
    return documents;
  }

  /** Whether a document has these terms and no others. */
  isWhole(doc: number, terms: readonly number[]): boolean {
    const start = this.#offsets[doc] as number;
    return (this.#offsets[doc + 1] as number) === start + terms.length && this.#isAt(start, terms);
  }

  /** Whether a document has the terms of a phrase one behind the other. */
  hasPhrase(doc: number, { terms, signature }: Phrase): boolean {
    if ((signature & ~(this.#signatures[doc] as number)) !== 0) return false;
    const last = (this.#offsets[doc + 1] as number) - terms.length;
    for (let start = this.#offsets[doc] as number; start <= last; start++) {
      if (this.#isAt(start, terms)) return true;
    }
    return false;
  }

  #isAt(start: number, terms: readonly number[]): boolean {
    for (let i = 0; i < terms.length; i++) {
      if (this.#terms[start + i] !== terms[i]) return false;
    }
    return true;
  }
}

/** The same for the same terms, and seldom for others. */
function hashOf(terms: readonly number[]): number {
  let hash = 0;
  for (const term of terms) hash = Math.imul(hash ^ term, 0x9e3779b1);
  return hash;
}

function signatureOf(terms: readonly number[]): number {
  let signature = 0;
  for (let i = 1; i < terms.length; i++) {
    const [one, other] = [terms[i - 1] as number, terms[i] as number];
    // The highest five bits of a product are its best mixed ones.
    signature |= 1 << (Math.imul(31 * one + other, 0x9e3779b1) >>> 27);
  }
  return signature;
}
