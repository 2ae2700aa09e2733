/** The interface of a format of feeds, and the entries of a feed. */
import type { ShopIdentity } from '../../../../contract/shop-identity.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import type { FieldName } from '../../../shop/catalogue/fields/product-fields.ts';
import type { TextChunk } from './text-chunks.ts';

/** Who publishes a feed. */
export type Publisher = Pick<ShopIdentity, 'name' | 'seller'>;

/** A format that is only imported. */
export interface Reader {
  /** File name endings, lower case, with the dot. */
  endings: readonly string[];
  /** @throws MalformedInput for a file that is broken */
  read(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry>;
}

export interface Format extends Reader {
  /** Whether exports have absolute URLs of the shop. */
  hasLinks?: true;
  /**
   * @param origin the shop's public origin, for absolute URLs
   * @param publisher who is named as the publisher; undefined if the shop has no identity of its own
   */
  write(origin: string, publisher?: Publisher): FeedWriter;
}

export type FeedEntry = FeedRecord | UnreadableRecord | LeftOutRecord;

/** One product of a feed. */
export interface FeedRecord {
  /** The line in which the record starts, from 1. */
  line: number;
  /** The values by the shop's own field names. A FieldError as a value explains why the field is invalid. */
  values: ReadonlyMap<string, unknown>;
  /** The file's names of the shop's fields, if they differ, for error messages. */
  names?: ReadonlyMap<string, string>;
  /** The values by the file's own field names, if the format translates them, for `--map`. */
  source?: ReadonlyMap<string, unknown>;
  /** The names of all fields that the file has, also of those that are empty here; absent if it is not known. */
  columns?: ReadonlySet<string>;
  /** The shop's fields that the table calls by other headings, which were understood. */
  headings?: ReadonlyMap<FieldName, string>;
  /** Whether `columns` are the header of a table. */
  hasHeader?: boolean;
  /** Whether amounts are written like `12,50`. */
  hasDecimalComma?: boolean;
  /** It is no product of the file: it only changes the product of this id if the catalogue has it. */
  isOnlyChange?: true;
}

/** One unreadable record in an otherwise readable file. */
export interface UnreadableRecord {
  line: number;
  problem: string;
}

/** A record of something that is not sold by itself. */
export interface LeftOutRecord {
  line: number;
  /** What the file calls it. */
  leftOut: string;
}

/** Writes the text of an exported feed. */
export interface FeedWriter {
  header: string;
  /** @returns undefined for a product that the format leaves out */
  product(product: ProductRow): string | undefined;
  /** Writes the variants of a group that it doesn't leave out, if they must stand together. */
  variants?(variants: readonly ProductRow[]): { text: string; written: number };
  /** The text between two products. */
  separator: string;
  footer: string;
}

/** Returns an image's absolute URL, for readers on other origins. */
export function toAbsoluteUrl(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}

/** Returns the categories, broad to narrow. Other programs take each `>` for a separator. */
export function toPath(categories: string): string[] {
  return categories
    .split('>')
    .map((category) => category.trim())
    .filter((category) => category !== '');
}
