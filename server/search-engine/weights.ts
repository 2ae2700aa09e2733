/**
 * How much a term says about a product: BM25F, a sum over the fields that have the term, each with a weight and a
 * normalised length, which saturates (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). All
 * weights of the search are in this file; `relevance.test.ts` has a test for each class of queries that needs one.
 */

import { RATING_MAX } from '../../contract/limits.ts';
import type { IndexedProduct } from './index/product.ts';

interface FieldWeight {
  /** What one occurrence in a text of the usual length counts. */
  weight: number;
  /** In terms. A constant, so that a segment can be indexed without the others. */
  usualLength: number;
  /** From 0, the length does not matter, to 1: twice as long, half as much. */
  lengthMatters: number;
}

export const fieldWeights = {
  /** `hammer` is a hammer rather than a drill with a hammer. Beginnings of names are often brands. */
  name: { weight: 2.5, usualLength: 8, lengthMatters: 0.6 },
  /** `drill bit` is a drill bit rather than a case for drill bits: what follows `for` or `with`. */
  complement: { weight: 1, usualLength: 8, lengthMatters: 0.6 },
  /** `laptop` is a laptop rather than a laptop bag: the last word of what the name calls the product. */
  head: { weight: 3, usualLength: 1, lengthMatters: 0 },
  /** A product of the category Laptops, rather than what only mentions one; Laptop Bags are bags. */
  categoryHead: { weight: 3, usualLength: 1, lengthMatters: 0 },
  category: { weight: 1, usualLength: 5, lengthMatters: 0.5 },
  /** `sony headphones`: the brand is often missing in the name. */
  brand: { weight: 2.5, usualLength: 1, lengthMatters: 0.2 },
  /** `waterproof jacket`: an attribute that only the description has. */
  description: { weight: 0.5, usualLength: 40, lengthMatters: 0.6 },
} satisfies Record<string, FieldWeight>;
export type FieldName = keyof typeof fieldWeights;

/** Occurrences that count half of the maximum, together: many words of a description are no name. */
const SATURATION = 3;

/** The impact of a term on a product's score is an integer up to this. */
export const IMPACT_MAX = 255;

/** Completions of the word that is being typed count half as much as the word itself: bits that are shifted out. */
export const PREFIX_SHIFT = 1;
/** What is left of it for a completion is not 0, which would be no match. */
const IMPACT_MIN = 1 << PREFIX_SHIFT;

/** One occurrence in a text of so many terms. */
export function occurrenceWeight(field: FieldName, length: number): number {
  const { weight, usualLength, lengthMatters } = fieldWeights[field];
  return weight / (1 - lengthMatters + (lengthMatters * length) / usualLength);
}

/** @param weight the sum over all occurrences */
export function impactOf(weight: number): number {
  return Math.max(IMPACT_MIN, Math.round((IMPACT_MAX * weight) / (weight + SATURATION)));
}

const RARITY_SCALE = 16;
/** Most products of a phone shop are called phone, and still a phone is what is searched for. */
const RARITY_MIN = 3;

/** The rarer a term, the more it says: inverse document frequency. @returns a positive integer */
export function rarityOf(productsWithTerm: number, products: number): number {
  const having = Math.min(productsWithTerm, products);
  const frequency = (products - having + 0.5) / (having + 0.5);
  return Math.round(RARITY_SCALE * (RARITY_MIN + Math.log(1 + frequency)));
}

/** `for`, `with` and the like need not be there, and say next to nothing where they are. */
export const STOP_WORD_RARITY = 1;

/** Two words of the query that the name has side by side, as a fraction of what both count at most. */
export const PAIR_BONUS = 0.25;
/** A name that is what was typed, no more and no less, as a fraction of what all terms count at most. */
export const WHOLE_NAME_BONUS = 0.5;
export const BONUS_MAX = PAIR_BONUS + WHOLE_NAME_BONUS;

/** Products whose scores differ by less than this part of the maximum are near-equals: the more popular one comes first. */
export const NEAR_EQUAL_LEVELS = 16;

/** Breaks ties between equally relevant products. */
export const WEIGHT_MAX = 99;
const RATING_WEIGHT = 19;
/** Popularity counts by its logarithm, up to a million. */
const POPULARITY_DIGITS = 6;

/** 0 to WEIGHT_MAX: mostly popularity, and a little rating. */
export function weightOf(product: Pick<IndexedProduct, 'popularity' | 'rating_halves'>): number {
  const known = Math.min(1, Math.log10(1 + product.popularity) / POPULARITY_DIGITS);
  const rated = product.rating_halves / (RATING_MAX * 2);
  return Math.round(known * (WEIGHT_MAX - RATING_WEIGHT) + rated * RATING_WEIGHT);
}
