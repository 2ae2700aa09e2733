/** The impacts of the terms of a query on the documents of a segment. */
import { COMPLETION_PART } from '../analysis/constants.ts';
import { countPostings, impactOn, type PostingLists } from '../segments/posting-lists.ts';
import { SEGMENT_SIZE } from '../segments/segment.ts';
import type { TermRange } from '../segments/sorted-terms.ts';

/** The cost of looking up one document in a posting list, in postings read. */
const POSTINGS_PER_LOOKUP = 16;

/** The impact of a term on each document that has it. */
export class Impacts {
  /** The impact on each document; 0 if it does not match. */
  readonly byDoc = new Uint8Array(SEGMENT_SIZE);
  /** The first `count` entries are the documents with an impact, in no order. */
  readonly docs = new Uint16Array(SEGMENT_SIZE);
  count = 0;

  clear(): this {
    for (let i = 0; i < this.count; i++) this.byDoc[this.docs[i] as number] = 0;
    this.count = 0;
    return this;
  }

  raise(doc: number, impact: number): void {
    const before = this.byDoc[doc] as number;
    if (impact <= before) return;
    if (before === 0) this.docs[this.count++] = doc;
    this.byDoc[doc] = impact;
  }

  /** Raises each impact to the higher one of both. */
  raiseTo(other: Impacts): void {
    for (let i = 0; i < other.count; i++) {
      const doc = other.docs[i] as number;
      this.raise(doc, other.byDoc[doc] as number);
    }
  }

  /** Lowers each impact to the lower one of both. Documents with impact 0 are removed. */
  lowerTo(other: Impacts): void {
    let left = 0;
    for (let i = 0; i < this.count; i++) {
      const doc = this.docs[i] as number;
      const lower = Math.min(this.byDoc[doc] as number, other.byDoc[doc] as number);
      this.byDoc[doc] = lower;
      if (lower > 0) this.docs[left++] = doc;
    }
    this.count = left;
  }
}

/** Reads the impacts of one term after the other into the same memory. */
export class ImpactReader {
  readonly #ofTerm = new Impacts();
  readonly #ofAlternative = new Impacts();
  readonly #ofWord = new Impacts();

  /**
   * The best alternative of a term counts, by its word with the lowest impact.
   * @param alternatives the terms that each word of each alternative matches
   * @param docs the only documents that matter; all if it is missing. Others may be read, too
   * @returns valid until the next call
   */
  read(
    lists: readonly PostingLists[],
    alternatives: readonly (readonly TermRange[])[],
    docs?: Uint16Array,
  ): Impacts {
    const term = this.#ofTerm.clear();
    for (const [first, ...others] of alternatives) {
      if (first === undefined) continue;
      const alternative = others.length === 0 ? term : this.#ofAlternative.clear();
      addWord(alternative, lists, first, docs);
      for (const other of others) {
        const word = this.#ofWord.clear();
        addWord(word, lists, other, docs);
        alternative.lowerTo(word);
      }
      if (alternative !== term) term.raiseTo(alternative);
    }
    return term;
  }
}

/** Raises the impacts of the documents that have one of these terms. */
function addWord(
  impacts: Impacts,
  lists: readonly PostingLists[],
  { start, wholeEnd, end }: TermRange,
  docs: Uint16Array | undefined,
): void {
  for (const list of lists) {
    const lookups = (docs?.length ?? 0) * (end - start);
    if (docs !== undefined && lookups * POSTINGS_PER_LOOKUP < countPostings(list, start, end)) {
      for (let term = start; term < end; term++) {
        const part = term < wholeEnd ? 1 : COMPLETION_PART;
        for (const doc of docs) impacts.raise(doc, Math.floor(impactOn(list, term, doc) * part));
      }
    } else {
      addPostings(impacts, list, start, wholeEnd, 1);
      addPostings(impacts, list, wholeEnd, end, COMPLETION_PART);
    }
  }
}

function addPostings(
  impacts: Impacts,
  lists: PostingLists,
  first: number,
  end: number,
  part: number,
): void {
  const endOfAll = lists.offsets[end] as number;
  for (let i = lists.offsets[first] as number; i < endOfAll; i++) {
    impacts.raise(lists.docs[i] as number, Math.floor((lists.impacts[i] as number) * part));
  }
}
