/** Builds the index of a segment from its products. */
import { tokenize } from '../../../contract/tokenize.ts';
import { type ProductTerms, ProductTokenizer } from '../analysis/product-terms.ts';
import type { IndexedProduct } from '../interface.ts';
import { arrangeNames } from './names.ts';
import { invert, PostingLists } from './posting-lists.ts';
import { arrangeNumbers, type ProductNumbers } from './product-numbers.ts';
import type { SegmentArrays } from './segment.ts';
import { arrangeTerms } from './sorted-terms.ts';

export class SegmentBuilder {
  readonly #number: number;
  readonly #tokenizer = new ProductTokenizer();
  readonly #products: ProductTerms[] = [];

  /** @param number the number of the segment */
  constructor(number: number) {
    this.#number = number;
  }

  add(products: readonly IndexedProduct[]): void {
    for (const product of products) this.#products.push(this.#tokenizer.tokenize(product));
  }

  build(): SegmentArrays {
    const documents = this.#products.sort((one, other) => one.position - other.position);
    const positions = Int32Array.from(documents, ({ position }) => position);
    const { terms } = this.#tokenizer;
    const sorted = terms.toSorted();
    const places = new Map(sorted.map((term, index) => [term, index]));
    const placeOf = Uint32Array.from(terms, (term) => places.get(term) as number); // `places` has all terms
    const names = documents.map(({ name }) => name.map((term) => placeOf[term] as number));
    const inverted = (field: 'named' | 'described') =>
      invert(
        documents.map((product) => product[field]),
        placeOf,
      );
    const [named, described] = [inverted('named'), inverted('described')];
    const lists = [new PostingLists(named), new PostingLists(described)];
    const maxImpactOf = (term: number) => Math.max(...lists.map((list) => list.maxImpact(term)));
    const categoryNames = [...new Set(documents.map(({ category }) => category))];
    return {
      number: this.#number,
      terms: arrangeTerms(sorted),
      named,
      described,
      maxDescribed: described.impacts.reduce((one, other) => Math.max(one, other), 0),
      maxImpacts: Uint8Array.from(sorted.keys(), maxImpactOf),
      names: arrangeNames(names),
      positions,
      // Safe: the positions are those of these documents.
      ...(arrangeNumbers(documents, positions) as ProductNumbers),
      categories: Uint16Array.from(documents, ({ category }) => categoryNames.indexOf(category)),
      categoryNames,
      categoryWords: categoryNames.map((name) => tokenize(name)),
      represents: Uint8Array.from(documents, ({ represents }) => represents),
    };
  }
}
