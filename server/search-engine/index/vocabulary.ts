/** The words of the catalogue, and how many products have each. */
import { countProducts, type Segment } from './segment.ts';

/**
 * Words with digits are left out, because most words of a large catalogue are model numbers, and a typo is never
 * corrected to one.
 */
export class Vocabulary {
  readonly #counts = new Map<string, number>();

  get words(): Iterable<string> {
    return this.#counts.keys();
  }

  countOf(word: string): number {
    return this.#counts.get(word) ?? 0;
  }

  add(segment: Segment): void {
    this.#addAll(segment, 1);
  }

  /** Removes a segment. Words that no product has any more are deleted. */
  remove(segment: Segment): void {
    this.#addAll(segment, -1);
  }

  #addAll(segment: Segment, sign: 1 | -1): void {
    const { terms } = segment;
    for (let term = 0; term < terms.length; term++) {
      const word = terms.at(term);
      if (hasDigit(word)) continue;
      const products = countProducts(segment, term);
      const known = this.#counts.get(word);
      const count = (known ?? 0) + sign * products;
      if (count === 0) this.#counts.delete(word);
      else this.#counts.set(known === undefined ? copyOf(word) : word, count);
    }
  }
}

/** Copies a slice, because a slice keeps the terms of the whole segment in memory. */
function copyOf(slice: string): string {
  return Buffer.from(slice).toString();
}

export function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}
