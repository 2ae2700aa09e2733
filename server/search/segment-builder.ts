/** Builds the index of a segment from its products, in steps that let other work run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Names } from './names.ts';
import { PostingLists, postingOf } from './posting-lists.ts';
import type { ProductTerms } from './product-terms.ts';
import type { Segment } from './segment.ts';
import { SortedTerms } from './sorted-terms.ts';

/** Products that are read or indexed in one go: a few milliseconds of work. */
export const PRODUCTS_PER_STEP = 64;

export async function buildSegment(
  number: number,
  products: readonly ProductTerms[],
): Promise<Segment> {
  const documents = products.toSorted(
    (one, other) => other.weight - one.weight || one.position - other.position,
  );
  const namedLists = await invert(documents, 'named');
  const describedLists = await invert(documents, 'described');
  const terms = [...new Set([...namedLists.keys(), ...describedLists.keys()])].sort();
  await nextTurn();
  const indices = new Map(terms.map((term, index) => [term, index]));
  await nextTurn();
  const names = documents.map(({ name }) => name.map((word) => indices.get(word) as number)); // indexed above
  await nextTurn();
  const named = new PostingLists(terms.map((term) => namedLists.get(term) ?? []));
  const described = new PostingLists(terms.map((term) => describedLists.get(term) ?? []));
  const maxImpactOf = (term: number) => Math.max(named.maxImpact(term), described.maxImpact(term));
  const categoryNames = [...new Set(documents.map(({ category }) => category))];
  return {
    number,
    terms: new SortedTerms(terms),
    named,
    described,
    maxDescribed: described.maxImpact(0, terms.length),
    maxImpacts: Uint8Array.from(terms.keys(), maxImpactOf),
    names: new Names(names),
    positions: Int32Array.from(documents, ({ position }) => position),
    weights: Uint8Array.from(documents, ({ weight }) => weight),
    costsInCents: Int32Array.from(documents, ({ cost_cents }) => cost_cents),
    ratingsInHalves: Uint8Array.from(documents, ({ rating_halves }) => rating_halves),
    categories: Uint16Array.from(documents, ({ category }) => categoryNames.indexOf(category)),
    categoryNames,
  };
}

/** @returns the postings of each term, in the order of documents; see `postingOf` */
async function invert(
  documents: readonly ProductTerms[],
  field: 'named' | 'described',
): Promise<Map<string, number[]>> {
  const lists = new Map<string, number[]>();
  for (const [doc, { [field]: counted }] of documents.entries()) {
    if (doc % PRODUCTS_PER_STEP === 0) await nextTurn();
    for (const [index, term] of counted.terms.entries()) {
      const posting = postingOf(doc, counted.impacts[index] as number); // as long as the terms
      const list = lists.get(term);
      // Most terms have one posting: V8 gives an empty array room for 17 with the first push.
      if (list === undefined) lists.set(term, [posting]);
      else list.push(posting);
    }
  }
  return lists;
}
