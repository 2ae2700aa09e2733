/** Builds the index of a segment from its products, in steps that let other work run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProductTerms } from '../analysis/product-terms.ts';
import { weightOf } from '../weights.ts';
import { Names } from './names.ts';
import { impactIn, indexIn, PostingLists, withImpact } from './posting-lists.ts';
import { arrangeNumbers, type ProductNumbers } from './product-numbers.ts';
import type { Segment } from './segment.ts';
import { SortedTerms } from './sorted-terms.ts';

/** The number of products that are read or indexed in one step, which takes a few milliseconds. */
export const PRODUCTS_PER_STEP = 64;

/** @param terms the terms of the tokenizer that made the products */
export async function buildSegment(
  number: number,
  products: readonly ProductTerms[],
  terms: readonly string[],
): Promise<Segment> {
  const documents = products.toSorted(
    (one, other) => weightOf(other) - weightOf(one) || one.position - other.position,
  );
  const positions = Int32Array.from(documents, ({ position }) => position);
  const sorted = terms.toSorted();
  await nextTurn();
  const places = new Map(sorted.map((term, index) => [term, index]));
  const placeOf = Uint32Array.from(terms, (term) => places.get(term) as number); // `places` has all terms
  await nextTurn();
  const names = documents.map(({ name }) => name.map((term) => placeOf[term] as number));
  await nextTurn();
  const named = new PostingLists(await invert(documents, 'named', placeOf));
  const described = new PostingLists(await invert(documents, 'described', placeOf));
  const maxImpactOf = (term: number) => Math.max(named.maxImpact(term), described.maxImpact(term));
  const categoryNames = [...new Set(documents.map(({ category }) => category))];
  return {
    number,
    terms: new SortedTerms(sorted),
    named,
    described,
    maxDescribed: described.maxImpact(0, sorted.length),
    maxImpacts: Uint8Array.from(sorted.keys(), maxImpactOf),
    names: new Names(names),
    positions,
    // Safe: the positions are those of these documents.
    ...(arrangeNumbers(documents, positions) as ProductNumbers),
    categories: Uint16Array.from(documents, ({ category }) => categoryNames.indexOf(category)),
    categoryNames,
    represents: Uint8Array.from(documents, ({ represents }) => represents),
  };
}

/**
 * @param placeOf each term's place in the segment's sorted terms
 * @returns by place, the documents with their impacts; see `withImpact`
 */
async function invert(
  documents: readonly ProductTerms[],
  field: 'named' | 'described',
  placeOf: Uint32Array,
): Promise<number[][]> {
  const none: number[] = [];
  const lists = Array<number[]>(placeOf.length).fill(none);
  for (const [doc, product] of documents.entries()) {
    if (doc % PRODUCTS_PER_STEP === 0) await nextTurn();
    for (const weighed of product[field]) {
      const place = placeOf[indexIn(weighed)] as number;
      const posting = withImpact(doc, impactIn(weighed));
      // Most terms have one posting, and V8 allocates 17 elements for the first push to an empty array.
      const list = lists[place] as number[];
      if (list === none) lists[place] = [posting];
      else list.push(posting);
    }
  }
  return lists;
}
