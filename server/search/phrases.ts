/** Products whose name has the words of a query as they were typed, side by side. */
import { type Phrase, toPhrase } from './forward-index.ts';
import { NO_MATCH, wordPenalties } from './penalties.ts';
import { docOf, Field, fieldsOf } from './posting-lists.ts';
import type { Segment } from './segment.ts';
import type { TermRange } from './sorted-terms.ts';
import type { TermLookup } from './term-lookup.ts';

/** Undefined if the segment doesn't have all typed words, whole. */
export function phraseOf(lookups: readonly TermLookup[]): Phrase | undefined {
  const terms: number[] = [];
  // The first alternative of a term is what was typed.
  for (const {
    alternatives: [typed = []],
  } of lookups) {
    for (const { start, wholeEnd } of typed) {
      if (start === wholeEnd) return undefined;
      terms.push(start);
    }
  }
  return toPhrase(terms);
}

/** Calls back for each product that has the phrase in its name, up to a document. */
export function forEachPhrase(
  { named, names }: Segment,
  phrase: Phrase,
  docEnd: number,
  callback: (doc: number) => void,
): void {
  const rarest = phrase.terms.reduce((one, other) =>
    named.count(other) < named.count(one) ? other : one,
  );
  const end = named.startOf(rarest + 1);
  for (let i = named.startOf(rarest); i < end; i++) {
    const posting = named.postings[i] as number;
    const doc = docOf(posting);
    if (doc >= docEnd) break;
    if ((fieldsOf(posting) & Field.NAME) !== 0 && names.hasPhrase(doc, phrase)) callback(doc);
  }
}

/** The penalty of a product that has all typed words. */
export function phrasePenalty(
  segment: Segment,
  lookups: readonly TermLookup[],
  doc: number,
): number {
  let sum = 0;
  for (const { alternatives } of lookups) {
    const penalties = alternatives.map((words) =>
      Math.max(...words.map((word) => wordPenalty(segment, word, doc))),
    );
    sum += Math.min(...penalties);
  }
  return sum;
}

function wordPenalty({ named }: Segment, { start, wholeEnd }: TermRange, doc: number): number {
  const fields = start < wholeEnd ? named.fieldsAt(start, doc) : 0;
  return fields === 0 ? NO_MATCH : (wordPenalties[fields] as number);
}
