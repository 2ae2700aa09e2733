/** The interface between the server and the pages that it renders. */
import type { Facets, Product } from './catalogue.ts';
import type { Listing } from './listing.ts';

export interface ProductPage {
  products: Product[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
  /** The text that was searched for instead, if the given text looked like a typo. */
  correctedTo?: string | undefined;
}

/** Finds up to `limit` products of a listing. @throws Refusal CURSOR_INVALID */
export type FindProducts = (listing: Listing, limit: number) => Promise<ProductPage>;

export interface PageServices {
  /** Finds a page of products; the first page if the cursor is invalid. */
  findProducts(listing: Listing): Promise<ProductPage>;
  findFacets(listing: Listing): Promise<Facets>;
  /** The public origin of the shop, without a slash at the end, for absolute URLs. */
  origin: string;
  /** The nonce that the Content-Security-Policy allows inline scripts with. */
  nonce: string;
}
