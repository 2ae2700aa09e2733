/** The interface of the search engine. */

/** Positions in a segment. The database's triggers use the same size, so only a migration can change it. */
export const SEGMENT_SIZE = 4_096;

/** A product as it is indexed. */
export interface IndexedProduct {
  /** The product's position in the catalogue. */
  position: number;
  name: string;
  category: string;
  /** All categories, broad to narrow, separated by ` > `. */
  categories: string;
  brand: string;
  description: string;
  popularity: number;
  cost_cents: number;
  /** Half stars, 0 (not rated yet) to 10. */
  rating_halves: number;
  /** 1 if it stands for its group of variants in grouped results, or has no variants; else 0. */
  represents: number;
  /** The options of all variants of its group, if it represents one; else empty. */
  options: string;
}

/** What changes often, and needs no tokenizing. */
export type NumbersOfProduct = Pick<
  IndexedProduct,
  'position' | 'cost_cents' | 'rating_halves' | 'popularity'
>;

/** A search for a phrase of `from` also finds products that have a phrase of `to`. */
export interface SynonymGroup {
  from: readonly string[];
  to: readonly string[];
}

/** Positions, including `from` and excluding `before`. */
export interface PositionRange {
  from: number;
  before: number;
}

/** Where the engine reads the catalogue. It asks for little at a time, so that other work can run in between. */
export interface ProductSource {
  /** The revisions of each segment. `text_revision` doesn't change with numbers of products. */
  readRevisions(): Promise<{ segment: number; revision: number; text_revision: number }[]>;
  /** Reads at most `limit` products on sale, in the order of their positions. */
  readProducts(range: PositionRange, limit: number): Promise<IndexedProduct[]>;
  /** Reads the numbers of all products on sale, in no order. */
  readNumbers(range: PositionRange): Promise<NumbersOfProduct[]>;
  /** Changes with every change of the synonyms. */
  readSynonymsVersion(): Promise<string>;
  readSynonyms(): Promise<SynonymGroup[]>;
}

/** A product of a result. */
export interface Ranked {
  /** A smaller rank is better. */
  rank: number;
  /** The product's position in the catalogue, which decides between equal ranks. */
  position: number;
}

export interface SearchResult {
  /** Best first. */
  results: readonly Ranked[];
  /** The corrected words; undefined if the typed words are searched for. */
  corrected: readonly string[] | undefined;
  /** If no or few products have all words, products with some of them follow. */
  partial: { completeProducts: number; wordsOfFirst: readonly string[] } | undefined;
}

export interface Completion {
  word: string;
  /** The number of products that have the completion and all words before it. */
  count: number;
  /** Positions of some of these products, to look up how they write the word. */
  examples: number[];
}

export interface CompletedText {
  /** The most frequent completions of the last word. */
  completions: readonly Completion[];
  /** The categories that have all words, most products first. */
  categories: readonly string[];
  /** The positions of the first products of a search. */
  positions: readonly number[];
}
