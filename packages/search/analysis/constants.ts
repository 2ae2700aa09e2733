/**
 * Every number that decides what a search finds, with its reason and a query that shows it. `constants.test.ts` proves that each
 * query finds something else without its number. Numbers that only bound time or memory are beside the loops that need them.
 */

/** The weight of one occurrence of a word in each field of a product. */
export const fieldWeights = {
  /** `waterproof` finds a jacket that is called so before one that is described so. */
  name: 2.5,
  /** What follows `for` or `with`: `steel kettle` finds a kettle before a holder for kettles. */
  complement: 1,
  /** The noun that names the product: `hammer` finds a hammer before a hammer action drill. */
  head: 3,
  /** The noun of the category: `sofa` finds products of Sofas before those of Sofa Posters. */
  categoryHead: 3,
  /** The other words of categories: `camping` finds a camping stove before a tent of Camping. */
  category: 1,
  /** `brewster` finds a mixer of Brewster, whose name lacks the brand, before one that is compared with it. */
  brand: 2.5,
  /** A whole id, and a brand that looks like a plural: `looms` finds the brand Looms before any loom. */
  asWritten: 2_000,
  /** An id, the end of a model number, a Roman numeral: `xm4` finds WH-1000XM4 before a mention in a description. */
  number: 3,
  /** What the other variants are: `red` finds a red shirt before a blue one that comes in red, too. */
  options: 1,
  /** What only the description says, which counts least: `waterproof`. */
  description: 0.4,
};

/** The number of terms in a text of the usual length, whose words have these weights. It is the same for every segment. */
export const usualLengths: Partial<Record<keyof typeof fieldWeights, number>> = {
  /** `green` finds a green rake before a set of many things, one of them green. */
  name: 8,
  /** `steel pan` finds a lid for a steel pan before a holder for many things, one of them a steel pan. */
  complement: 8,
  /** `dimmable` finds what a short description calls so before what a long one does. */
  description: 40,
};
/** The part of a weight that depends on the length: `green` finds short names first. */
export const LENGTH_PART = 0.6;
/** Shorter texts count as if they had this length: `brass` finds the more popular of two short names. */
export const LENGTH_MIN = 4;
/** The sum of weights that counts half of the maximum, so that many occurrences do not outweigh a name: `dimmable`. */
export const SATURATION = 3;
/** The part of its impact that a completion of a typed word has: `rack` finds a rack before a racket. */
export const COMPLETION_PART = 0.5;

/** Rarities are integers. With a smaller scale, unlike words are equally rare: `poster lamp`. */
export const RARITY_SCALE = 16;
/** Even a word that most products have counts: in a phone shop, `small phone` means a phone. */
export const RARITY_MIN = 3;

/* Bonuses are fractions of the maximum score of the words concerned. */

/** Two words of the query are adjacent in the name: `green tea` finds green tea before a tea box in green. */
export const PAIR_BONUS = 0.1875;
/** A number after a word is a model: `leather case phonix 6 brown` finds cases of the Phonix 6 before other brown ones. */
export const MODEL_BONUS = 1;
/** The query has the name of the category: `tennis racket` finds tennis rackets before a tennis racket keyring. */
export const CATEGORY_BONUS = 0.1875;
/** The most popular product gets this, so near-equal products are sorted by popularity: `oak chair`. */
export const POPULARITY_BONUS = 0.1;
/** The query is the whole name: `copper moon` finds Copper Moon before a popular Copper Moon Poster. */
export const EXACT_BONUS = 1;
/** The part of the rating in the popularity bonus, whose maximum is WEIGHT_MAX: `ash stool` finds the better rated of two. */
export const RATING_WEIGHT = 19;
/** Popularity counts by its decimal logarithm, up to a million: `elm shelf` finds one sold 900,000 times before one sold 90,000 times. */
export const POPULARITY_DIGITS = 6;

/** Fewer results do not give a shopper enough choice, so products that lack a word of the query follow: `steel kettle`. */
export const ENOUGH_RESULTS = 10;
/** With those that follow, there are at most as many results as this: `cotton sock`. */
export const RELAXED_RESULTS = 50;
/**
 * The sum of impacts, of IMPACT_MAX each, that a product of a relaxed search must have, if the query has three words or more. One
 * word that does not name the product is too little: `red running shoes` finds other shoes, and no red lipstick.
 */
export const RELAXED_IMPACT_MIN = 0.55;
/** A query with a larger part of words that no product has is nonsense: `chair xylophone trumpet`. */
export const MISSING_WORDS_MAX = 0.5;

/** Further words of a query than so many are ignored, because each takes time in every segment: `green rake`. */
export const QUERY_WORDS_MAX = 32;
/** Further synonyms of a phrase are ignored for the same reason: `torch` is a lamp and a light. */
export const SYNONYMS_MAX = 40;
/** More parts of a model number are not joined, for the same reason: `ab 12 cd 34` is AB12CD34. */
export const JOINED_WORDS_MAX = 4;
/** Shorter beginnings, ends and halves are in too many words: `gr rake` asks for no green one. The last word may be incomplete. */
export const PART_MIN_LENGTH = 3;
/** A number of fewer digits in an id made of a name tells only products of the same name apart: `tape-2`. */
export const COUNTER_DIGITS_MAX = 3;

/** Shorter words are similar to too many others: `cep` is neither cap nor cup. */
export const ONE_TYPO_MIN_LENGTH = 4;
/** Shorter words have one typo at most, and neighbours that mean something else: `hemmar` is nothing. */
export const TWO_TYPOS_MIN_LENGTH = 8;
/** Many shorter words differ only by their first letter, so the other words of the query must confirm it: `bike` is no Nike. */
export const FIRST_LETTER_MIN_LENGTH = 6;
/** Some products share a typo. A word that so many times more products have is meant, too: `accomodating`. */
export const FREQUENT_NEIGHBOUR_RATIO = 5;
/** Among so many equally near words, those of most products, the other words of a query decide: `cat flep`. */
export const CORRECTIONS_MAX = 6;
/** Longer words are not corrected, because comparing them takes too long: `hammmer` is short. */
export const CORRECTED_LENGTH_MAX = 40;
/** A text with more unknown words is not corrected, because each is compared with much of the vocabulary: `gren rake`. */
export const CORRECTED_WORDS_MAX = 4;

/** So many completions are suggested, the most frequent ones: `l`. */
export const COMPLETIONS_MAX = 3;
/** So many products are looked up to see how they write a completion: `hd` is HD. */
export const EXAMPLES_MAX = 5;
