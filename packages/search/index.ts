/** The only door of the package. */
export { fold, foldedLetters } from './analysis/fold.ts';
export type { IndexedProduct, NumbersOfProduct } from './analysis/product-terms.ts';
export type { SynonymGroup } from './analysis/synonyms.ts';
export { tokenize } from './analysis/tokenize.ts';
export {
  type CompletedText,
  SearchEngine,
  type SearchRequest,
  type SearchResult,
} from './engine.ts';
export type { Facets } from './matching/facets.ts';
export type { Ranked } from './matching/top-k.ts';
export type { PositionRange, ProductSource } from './segments/product-index.ts';
export { SEGMENT_SIZE } from './segments/segment.ts';
