/**
 * The impact of a term on a product: BM25F, a saturating sum over the fields that have the term, each with a weight
 * and a normalised length (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). This file has all
 * weights of the search. `relevance.test.ts` has a test for each class of queries that needs one of them.
 */

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
   * A whole id, and a brand that looks like a plural: `looms` finds the brand Looms before any loom. The weight is so high that
   * the impact is IMPACT_MAX.
   */
  asWritten: { weight: 2_000, usualLength: 1, lengthMatters: 0 },
  /** An id, the end of a model number, a Roman numeral: `xm4` finds WH-1000XM4, and an id comes before a mention in a description. */
  number: { weight: 3, usualLength: 1, lengthMatters: 0 },
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

/** The part of its impact that a completion of a typed word has. */
export const COMPLETION_PART = 0.5;
/** The minimum impact, so that the impact of a completion is not rounded to 0, which means no match. */
const IMPACT_MIN = 1 / COMPLETION_PART;

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

/* Bonuses are fractions of the maximum score of the words concerned. */

/** Two words of the query are adjacent in the name: `green tea` finds green tea, before a green tea box. */
export const PAIR_BONUS = 0.1875;
/** A number after a word is a model: `leather case iphone 6 brown` finds cases of the iPhone 6, before other brown ones. */
export const MODEL_BONUS = 1;
/** The query has the name of the category: `tennis racket` finds tennis rackets, before a tennis racket keyring. */
export const CATEGORY_BONUS = 0.1875;
/** The most popular product gets this; near-equal products are sorted by popularity. */
export const POPULARITY_BONUS = 0.1;
/** The query is the whole name: `copper moon` finds Copper Moon, before a popular Copper Moon Poster. */
export const EXACT_BONUS = 1;
export const BONUS_MAX = MODEL_BONUS + EXACT_BONUS + CATEGORY_BONUS + POPULARITY_BONUS;

/** Fewer results than this do not give a shopper enough choice, so products that lack a word of the query follow. */
export const ENOUGH_RESULTS = 10;
/** With those that follow, there are at most as many results as this. */
export const RELAXED_RESULTS = 50;
/**
 * The part of the maximum score of a query's words that a product of a relaxed search must have. Numbers only add to
 * it: `cedar planter box 24 x 12` shows other boxes, and no other things of 24 x 12.
 */
export const RELAXED_SCORE_MIN = 0.2;
/**
 * The sum of impacts that a product must have besides, if the query has three words or more. One word that does not
 * name the product is too little: `red running shoes` shows other shoes, and no red lipstick.
 */
export const RELAXED_IMPACT_MIN = 0.55 * IMPACT_MAX;
/** A query with more words that no product has is nonsense. */
export const MISSING_WORDS_MAX = 0.5;

/** Breaks ties between equally relevant products. */
export const WEIGHT_MAX = 99;
const RATING_WEIGHT = 19;
/** Popularity counts by its decimal logarithm, up to a million. */
const POPULARITY_DIGITS = 6;

/** Half stars. */
export const RATING_MAX_HALVES = 10;

/** A product's weight, 0 to WEIGHT_MAX: mostly its popularity, and a little of its rating. */
export function weightOf(product: { popularity: number; rating_halves: number }): number {
  const known = Math.min(1, Math.log10(1 + product.popularity) / POPULARITY_DIGITS);
  const rated = product.rating_halves / RATING_MAX_HALVES;
  return Math.round(known * (WEIGHT_MAX - RATING_WEIGHT) + rated * RATING_WEIGHT);
}
