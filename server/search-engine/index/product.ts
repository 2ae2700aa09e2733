/** A product as the search engine indexes it. The shop reads it from the database. */
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
