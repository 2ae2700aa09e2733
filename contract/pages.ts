/** What the server hands to the pages while it renders them: all that they may know of it. */
import type { Product } from './catalogue.ts';

export interface ProductPage {
  products: Product[];
  /** The cursor of the page after this one, if there is one. */
  next: string | undefined;
  /** What was searched for instead, where what was typed looked like a typo. */
  correctedTo?: string | undefined;
}

export interface PageServices {
  /**
   * A page of what a text finds; of the whole catalogue where it is blank.
   * @param cursor of a page before; the first page where it is empty, or none that was given out
   * @param exact whether typos are left as they are
   */
  findProducts(text: string, cursor: string, exact: boolean): Promise<ProductPage>;
  /** Where the shop is on the web, without a slash at the end: for addresses that must be whole. */
  origin: string;
  /** Marks the inline scripts that are the shop's own. */
  nonce: string;
}
