/** The documents of a segment that may match a query, with their scores so far. */
import { SEGMENT_SIZE } from '../interface.ts';
import type { Impacts } from './impacts.ts';

export class Candidates {
  /** Only the first `count` entries of each array are valid. */
  count = 0;
  readonly docs = new Uint16Array(SEGMENT_SIZE);
  /** The sum of impact times rarity over the terms that each document has. */
  readonly scores = new Uint32Array(SEGMENT_SIZE);
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
    this.count++;
  }

  /** Adds a term to the documents that have it. Then removes those with a lower score, or without a required term. */
  addTerm(
    { byDoc }: Impacts,
    { rarity, isRequired, scoreMin }: { rarity: number; isRequired: boolean; scoreMin: number },
  ): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const doc = this.docs[i] as number;
      const impact = byDoc[doc] as number;
      const score = (this.scores[i] as number) + impact * rarity;
      if (score < scoreMin || (isRequired && impact === 0)) {
        this.#isThere[doc] = 0;
        continue;
      }
      this.docs[kept] = doc;
      this.scores[kept] = score;
      kept++;
    }
    this.count = kept;
  }
}
