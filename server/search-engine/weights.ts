/**
 * The impact of a term on a product: BM25F, a saturating sum over the fields that have the term, each with a weight
 * and a normalised length (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). This file has all
 * weights of the search. `relevance.test.ts` has a test for each class of queries that needs one of them.
 */

import { RATING_MAX } from '../../contract/limits.ts';
import type { IndexedProduct } from './interface.ts';

interface FieldWeight {
  /** The weight of one occurrence in a text of the usual length. */
  weight: number;
  /** Terms. It is a constant, so that a segment can be indexed without the others. */
  usualLength: number;
  /** Shorter texts count as if they had this length. */
  lengthMin?: number;
  /** From 0 (the length does not matter) to 1 (in a text of twice the length, a term counts half as much). */
  lengthMatters: number;
}

export const fieldWeights = {
  /**
   * `hammer` finds a hammer rather than a drill with a hammer. Beginnings of names are often brands. Very short names
   * count no more than short ones: `kettle` finds kettles with long names before a kettle lid.
   */
  name: { weight: 2.5, usualLength: 8, lengthMin: 4, lengthMatters: 0.6 },
  /** The part after `for` or `with`: `drill bit` finds a drill bit rather than a case for drill bits. */
  complement: { weight: 1, usualLength: 8, lengthMatters: 0.6 },
  /** The noun that names the product: `laptop` finds a laptop rather than a laptop bag. */
  head: { weight: 3, usualLength: 1, lengthMatters: 0 },
  /** The noun of the category: `laptop` finds products of Laptops, and not of Laptop Bags. */
  categoryHead: { weight: 3, usualLength: 1, lengthMatters: 0 },
  category: { weight: 1, usualLength: 5, lengthMatters: 0.5 },
  /** The brand, which is often missing in the name: `sony headphones`. */
  brand: { weight: 2.5, usualLength: 1, lengthMatters: 0.2 },
  /**
   * A brand that looks like a plural, as it is written: `looms` finds the brand Looms before any loom. The weight is so
   * high that the impact is IMPACT_MAX.
   */
  pluralBrand: { weight: 2_000, usualLength: 1, lengthMatters: 0 },
  /** What the other variants are: `red shirt` finds a shirt that comes in red, too. */
  options: { weight: 1, usualLength: 8, lengthMatters: 0 },
  /** Attributes that only the description has: `waterproof jacket`. */
  description: { weight: 0.4, usualLength: 40, lengthMatters: 0.6 },
} satisfies Record<string, FieldWeight>;
export type FieldName = keyof typeof fieldWeights;

/** The sum of weights that counts half of the maximum, so that many occurrences do not outweigh a name. */
const SATURATION = 3;

/** The maximum of an impact, which is an integer. */
export const IMPACT_MAX = 255;

/** The impact of a completion is shifted right by this many bits, so it counts half as much as the typed word. */
export const PREFIX_SHIFT = 1;
/** The minimum impact, so that the shifted impact of a completion is not 0, which means no match. */
const IMPACT_MIN = 1 << PREFIX_SHIFT;

/** The weight of one occurrence in a text of `length` terms. */
export function occurrenceWeight(field: FieldName, length: number): number {
  const { weight, usualLength, lengthMin = 0, lengthMatters }: FieldWeight = fieldWeights[field];
  const relative = Math.max(length, lengthMin) / usualLength;
  return weight / (1 - lengthMatters + lengthMatters * relative);
}

/** @param weight the sum over all occurrences */
export function impactOf(weight: number): number {
  return Math.max(IMPACT_MIN, Math.round((IMPACT_MAX * weight) / (weight + SATURATION)));
}

const RARITY_SCALE = 16;
/** Even a word that most products have counts: in a phone shop, a search for `phone` means a phone. */
const RARITY_MIN = 3;

/** The inverse document frequency of a term. @returns a positive integer */
export function rarityOf(productsWithTerm: number, products: number): number {
  const having = Math.min(productsWithTerm, products);
  const frequency = (products - having + 0.5) / (having + 0.5);
  return Math.round(RARITY_SCALE * (RARITY_MIN + Math.log(1 + frequency)));
}

/** The rarity of words like `for` and `with`, which a product need not have and which hardly count. */
export const STOP_WORD_RARITY = 1;

/*
 * Bonuses are fractions of the maximum score of the words concerned. They are multiples of 1/16, so that sums are exact in
 * any order.
 */

/** Two words of the query are adjacent in the name: `green tea` finds green tea, before a green tea box. */
export const PAIR_BONUS = 0.1875;
/** A number after a word is a model: `leather case iphone 6 brown` finds cases of the iPhone 6, before other brown ones. */
export const MODEL_BONUS = 1;
/** The query has the name of the category: `tennis racket` finds tennis rackets, before a tennis racket keyring. */
export const CATEGORY_BONUS = 0.1875;
/** The name equals the query. */
export const WHOLE_NAME_BONUS = 0.5;
export const BONUS_MAX = MODEL_BONUS + CATEGORY_BONUS + WHOLE_NAME_BONUS;

/** The number of levels of the score. Products on the same level are near-equal: the more popular one comes first. */
export const NEAR_EQUAL_LEVELS = 16;

/** Fewer results than this do not give a shopper enough choice, so products that lack a word of the query follow. */
export const ENOUGH_RESULTS = 10;
/** With those that follow, there are about as many results as this. */
export const RELAXED_RESULTS = 50;
/**
 * The parts of a query's information that a product of a relaxed search must have, in the order in which they are
 * tried: `walnut bedside lamp` shows bedside lamps, then other lamps and other things made of walnut.
 */
export const COVERAGE_LEVELS = [0.65, 0.5, 0.35, 0.25, 0.15, 0.1];
/** Numbers are rare, but only describe the thing: `cedar planter box 24 x 12` shows boxes before things of 24 x 12. */
export const NUMBER_INFORMATION = 0.15;
/** A query with more words that no product has is nonsense. */
export const MISSING_WORDS_MAX = 0.5;

/** Breaks ties between equally relevant products. */
export const WEIGHT_MAX = 99;
const RATING_WEIGHT = 19;
/** Popularity counts by its decimal logarithm, up to a million. */
const POPULARITY_DIGITS = 6;

/** A product's weight, 0 to WEIGHT_MAX: mostly its popularity, and a little of its rating. */
export function weightOf(product: Pick<IndexedProduct, 'popularity' | 'rating_halves'>): number {
  const known = Math.min(1, Math.log10(1 + product.popularity) / POPULARITY_DIGITS);
  const rated = product.rating_halves / (RATING_MAX * 2);
  return Math.round(known * (WEIGHT_MAX - RATING_WEIGHT) + rated * RATING_WEIGHT);
}
