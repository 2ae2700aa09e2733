/** The documents of a segment that may match a query, with their scores so far. */
import { SEGMENT_SIZE } from '../segments/segment.ts';
import type { Impacts } from './impacts.ts';

export class Candidates {
  /** Only the first `count` entries of each array are valid. */
  count = 0;
  readonly docs = new Uint16Array(SEGMENT_SIZE);
  /** The sum of impact times rarity over the terms that each document has. */
  readonly scores = new Uint32Array(SEGMENT_SIZE);
  /** Upper bounds of the bonuses that these terms can give to each document. */
  readonly bonuses = new Uint32Array(SEGMENT_SIZE);
  /** By document. */
  readonly #isThere = new Uint8Array(SEGMENT_SIZE);

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#isThere[this.docs[i] as number] = 0;
    this.count = 0;
  }

  add(doc: number): void {
    if (this.#isThere[doc] === 1) return;
    this.#isThere[doc] = 1;
    this.docs[this.count] = doc;
    this.scores[this.count] = 0;
    this.bonuses[this.count] = 0;
    this.count++;
  }

  /**
   * Adds a term to the documents that have it. Then removes those that lack a required term, or whose score and bonuses are
   * together less than `totalMin`.
   */
  addTerm(
    { byDoc }: Impacts,
    term: { rarity: number; bonus: number },
    { isRequired, totalMin }: { isRequired: boolean; totalMin: number },
  ): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const doc = this.docs[i] as number;
      const impact = byDoc[doc] as number;
      const score = (this.scores[i] as number) + impact * term.rarity;
      const bonus = (this.bonuses[i] as number) + (impact === 0 ? 0 : term.bonus);
      if (score + bonus < totalMin || (isRequired && impact === 0)) {
        this.#isThere[doc] = 0;
        continue;
      }
      this.docs[kept] = doc;
      this.scores[kept] = score;
      this.bonuses[kept] = bonus;
      kept++;
    }
    this.count = kept;
  }
}
