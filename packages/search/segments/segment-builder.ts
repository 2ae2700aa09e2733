/** Builds the index of a segment from its products. */
import type { ProductTerms } from '../analysis/product-terms.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { arrangeNames } from './names.ts';
import { invert, maxImpact } from './posting-lists.ts';
import { arrangeNumbers, type ProductNumbers } from './product-numbers.ts';
import type { Segment } from './segment.ts';
import { arrangeTerms } from './sorted-terms.ts';

/**
 * @param number the number of the segment
 * @param products in any order
 * @param terms the terms of these products, in any order
 */
export function buildSegment(
  number: number,
  products: readonly ProductTerms[],
  terms: readonly string[],
): Segment {
  const documents = products.toSorted((one, other) => one.position - other.position);
  const positions = Int32Array.from(documents, ({ position }) => position);
  const sorted = terms.toSorted();
  const indices = new Map(sorted.map((term, index) => [term, index]));
  const sortedIndex = Uint32Array.from(terms, (term) => indices.get(term) as number); // `indices` has all terms
  const named = invert(
    documents.map((product) => product.named),
    sortedIndex,
  );
  const described = invert(
    documents.map((product) => product.described),
    sortedIndex,
  );
  const categoryNames = [...new Set(documents.map(({ category }) => category))];
  return {
    number,
    terms: arrangeTerms(sorted),
    named,
    described,
    maxDescribed: described.impacts.reduce((one, other) => Math.max(one, other), 0),
    maxImpacts: Uint8Array.from(sorted.keys(), (term) =>
      Math.max(maxImpact(named, term), maxImpact(described, term)),
    ),
    names: arrangeNames(
      documents.map(({ name }) => name.map((term) => sortedIndex[term] as number)),
    ),
    positions,
    // Safe: the positions are those of these documents.
    ...(arrangeNumbers(documents, positions) as ProductNumbers),
    categories: Uint16Array.from(documents, ({ category }) => categoryNames.indexOf(category)),
    categoryNames,
    categoryWords: categoryNames.map((name) => tokenize(name)),
    represents: Uint8Array.from(documents, ({ represents }) => represents),
  };
}
