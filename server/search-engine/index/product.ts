/** A product as the search engine indexes it. Its shop reads it from the database. */
export interface IndexedProduct {
  /** The product's place in the shop. */
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
}
