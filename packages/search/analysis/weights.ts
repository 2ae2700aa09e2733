/**
 * The impact of a term on a product: BM25F, a saturating sum over the fields that have the term, each with a weight
 * and a normalised length (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
 */
import {
  COMPLETION_PART,
  fieldWeights,
  LENGTH_MIN,
  LENGTH_PART,
  POPULARITY_DIGITS,
  RARITY_MIN,
  RARITY_SCALE,
  RATING_WEIGHT,
  SATURATION,
  usualLengths,
} from './constants.ts';

export type FieldName = keyof typeof fieldWeights;

/** The maximum of an impact, which is an integer. */
export const IMPACT_MAX = 255;
/** The minimum impact, so that the impact of a completion is not rounded to 0, which means no match. */
const IMPACT_MIN = 1 / COMPLETION_PART;
/** The maximum of a product's weight, which breaks ties between equally relevant products. */
export const WEIGHT_MAX = 99;
/** Half stars. */
export const RATING_MAX_HALVES = 10;

/** The weight of one occurrence in a text of `length` terms. */
export function occurrenceWeight(field: FieldName, length: number): number {
  const usual = usualLengths[field];
  if (usual === undefined) return fieldWeights[field];
  const relative = Math.max(length, LENGTH_MIN) / usual;
  return fieldWeights[field] / (1 - LENGTH_PART + LENGTH_PART * relative);
}

/** @param weight the sum over all occurrences */
export function impactOf(weight: number): number {
  return Math.max(IMPACT_MIN, Math.round((IMPACT_MAX * weight) / (weight + SATURATION)));
}

/** The inverse document frequency of a term. @returns a positive integer */
export function rarityOf(productsWithTerm: number, products: number): number {
  const having = Math.min(productsWithTerm, products);
  const frequency = (products - having + 0.5) / (having + 0.5);
  return Math.round(RARITY_SCALE * (RARITY_MIN + Math.log(1 + frequency)));
}

/** A product's weight, 0 to WEIGHT_MAX: mostly its popularity, and a little of its rating. */
export function weightOf(product: { popularity: number; rating_halves: number }): number {
  const known = Math.min(1, Math.log10(1 + product.popularity) / POPULARITY_DIGITS);
  const rated = product.rating_halves / RATING_MAX_HALVES;
  return Math.round(known * (WEIGHT_MAX - RATING_WEIGHT) + rated * RATING_WEIGHT);
}
