/** What a format of an export is: the text around the products, and the text of each. */
import type { ProductRow } from '../../storage/schema.ts';

export interface Feed {
  head: string;
  /** @returns nothing for a product that has no place in this feed */
  write(product: ProductRow, isFirst: boolean): string | undefined;
  foot: string;
}

/** @param origin where the shop is on the web, without a slash at the end: for whole addresses */
export type OpenFeed = (origin: string) => Feed;

/** A picture's address for who is not on the shop's pages. */
export function wholeAddress(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}
