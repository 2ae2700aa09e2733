/** The words of the catalogue, and how many products have each. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnspaced } from '../analysis/fold.ts';
import { hasDigit } from '../analysis/tokenize.ts';
import { countProducts, type Segment } from './segment.ts';
import { termAt } from './sorted-terms.ts';

/** The number of terms that are counted before other work may run, which takes about a millisecond. */
const TERMS_PER_STEP = 2_048;

/**
 * Whether the vocabulary has a word. Most words of a large catalogue are model numbers, and a typo is never corrected to one, nor
 * to characters of scripts without spaces.
 */
export function isCounted(word: string): boolean {
  return !hasDigit(word) && !isUnspaced(word);
}

export class Vocabulary {
  /** The number of products that have each word, by first letter and length. */
  readonly #groups = new Map<string, Map<string, number>>();

  countOf(word: string): number {
    return this.#groups.get(groupKey(word))?.get(word) ?? 0;
  }

  /** The words of a length that begin with the same letter as a word. */
  similar(word: string, length: number): Iterable<string> {
    return this.#groups.get(groupKey(word, length))?.keys() ?? [];
  }

  /**
   * Counts a segment instead of another one. Until the promise resolves, words of both count. Words that no product has
   * any more are deleted.
   */
  async replace(old: Segment | undefined, segment: Segment): Promise<void> {
    await this.#addAll(segment, 1);
    if (old !== undefined) await this.#addAll(old, -1);
  }

  async #addAll(segment: Segment, sign: 1 | -1): Promise<void> {
    const { terms } = segment;
    for (let term = 0; term < terms.offsets.length - 1; term++) {
      if (term % TERMS_PER_STEP === 0) await nextTurn();
      const word = termAt(terms, term);
      if (!isCounted(word)) continue;
      const key = groupKey(word);
      const group = this.#groups.get(key) ?? new Map<string, number>();
      this.#groups.set(key, group);
      const known = group.get(word);
      const count = (known ?? 0) + sign * countProducts(segment, term);
      if (count === 0) group.delete(word);
      else group.set(known === undefined ? copyOf(word) : word, count);
    }
  }
}

function groupKey(word: string, length = word.length): string {
  return `${word[0]}${length}`;
}

/** Copies a slice, because a slice keeps the terms of the whole segment in memory. */
function copyOf(slice: string): string {
  return Buffer.from(slice).toString();
}
