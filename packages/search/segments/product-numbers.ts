/** The numbers of products. They change often, and nothing has to be tokenized then. */
import type { NumbersOfProduct } from '../analysis/product-terms.ts';
import { weightOf } from '../analysis/weights.ts';

/** All arrays are by document. */
export interface ProductNumbers {
  /** 1 for products on sale, 0 for products that were taken from sale since their texts were indexed. */
  readonly onSale: Uint8Array;
  /** The weight of popularity and rating, 0 to WEIGHT_MAX. */
  readonly weights: Uint8Array;
  readonly costsInCents: Int32Array;
  readonly ratingsInHalves: Uint8Array;
}

/** If more of a segment's products are no longer on sale, its texts are indexed again without them. */
const GONE_MAX = 1 / 4;

/**
 * Arranges the numbers of the products on sale by document.
 * @param positions the position of each document
 * @returns undefined if the texts must be indexed again, because a product is new or too many are gone
 */
export function arrangeNumbers(
  products: readonly NumbersOfProduct[],
  positions: Int32Array,
): ProductNumbers | undefined {
  const { length } = positions;
  if (length - products.length > length * GONE_MAX) return undefined;
  const documents = new Map(Array.from(positions, (position, doc) => [position, doc]));
  const onSale = new Uint8Array(length);
  const weights = new Uint8Array(length);
  const costsInCents = new Int32Array(length);
  const ratingsInHalves = new Uint8Array(length);
  for (const product of products) {
    const doc = documents.get(product.position);
    if (doc === undefined) return undefined;
    onSale[doc] = 1;
    weights[doc] = weightOf(product);
    costsInCents[doc] = product.cost_cents;
    ratingsInHalves[doc] = product.rating_halves;
  }
  return { onSale, weights, costsInCents, ratingsInHalves };
}
