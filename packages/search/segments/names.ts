/** The terms of each product's name in their order, to find the words of a query that are adjacent in it. */
import { offsetsOf } from './offsets.ts';

export interface Names {
  terms: Uint32Array;
  /** The offsets of each document's terms. */
  offsets: Uint32Array;
}

export function arrangeNames(documents: readonly (readonly number[])[]): Names {
  return {
    terms: Uint32Array.from(documents.flat()),
    offsets: offsetsOf(documents.map(({ length }) => length)),
  };
}

/** Whether a name consists of these terms. */
export function isName({ terms, offsets }: Names, doc: number, words: readonly number[]): boolean {
  const start = offsets[doc] as number;
  const length = (offsets[doc + 1] as number) - start;
  return length === words.length && words.every((word, at) => terms[start + at] === word);
}

/** Whether a name has the first term right before the second one. */
export function hasPair(
  { terms, offsets }: Names,
  doc: number,
  first: number,
  second: number,
): boolean {
  const last = (offsets[doc + 1] as number) - 1;
  for (let at = offsets[doc] as number; at < last; at++) {
    if (terms[at] === first && terms[at + 1] === second) return true;
  }
  return false;
}
