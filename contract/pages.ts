/** What the server hands to the pages while it renders them: all that they may know of it. */
import type { Facets, Product } from './catalogue.ts';
import type { Listing } from './listing.ts';

export interface ProductPage {
  products: Product[];
  /** The cursor of the page after this one, if there is one. */
  next: string | undefined;
  /** What was searched for instead, where what was typed looked like a typo. */
  correctedTo?: string | undefined;
}

/** The products of a listing, `limit` of them. @throws Refusal CURSOR_INVALID */
export type FindProducts = (listing: Listing, limit: number) => Promise<ProductPage>;

export interface PageServices {
  /** A page of products; the first one where the cursor is none that was given out. */
  findProducts(listing: Listing): Promise<ProductPage>;
  /** What can be chosen to narrow the listing. */
  findFacets(listing: Listing): Promise<Facets>;
  /** Where the shop is on the web, without a slash at the end: for addresses that must be whole. */
  origin: string;
  /** Marks the inline scripts that are the shop's own. */
  nonce: string;
}
