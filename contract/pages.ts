/** What the server hands to the pages while it renders them: all that they may know of it. */
import type { Product } from './catalogue.ts';

export interface ProductPage {
  products: Product[];
  /** The cursor of the page after this one, if there is one. */
  next: string | undefined;
}

export interface PageServices {
  /**
   * A page of what a text finds; of the whole catalogue where it is blank.
   * @param cursor of a page before; the first page where it is empty, or none that was given out
   */
  findProducts(text: string, cursor: string): Promise<ProductPage>;
  /** Where the shop is on the web, without a slash at the end: for addresses that must be whole. */
  origin: string;
  /** Marks the inline scripts that are the shop's own. */
  nonce: string;
}
