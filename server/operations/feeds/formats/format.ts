/** What a format of feeds is, and what a feed is made of. */
import type { ProductRow } from '../../../platform/storage/schema.ts';
import type { TextChunk } from './text-chunks.ts';

export interface Format {
  /** File name endings, lower case, with the dot. */
  endings: readonly string[];
  /** @throws MalformedInput for a file that is broken */
  read(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry>;
  /** @param origin the shop's public origin, for absolute URLs */
  write(origin: string): FeedWriter;
}

export type FeedEntry = FeedRecord | UnreadableRecord;

/** One product as a feed describes it. */
export interface FeedRecord {
  /** The line it starts in, from 1. */
  line: number;
  /** By the shop's own field names. A value that is a FieldError explains why it can't be used. */
  values: ReadonlyMap<string, unknown>;
  /** The file's names of the shop's fields, where they differ. For error messages. */
  names?: ReadonlyMap<string, string>;
  /** By the file's own field names, where the format translates them. For `--map`. */
  source?: ReadonlyMap<string, unknown>;
}

/** One bad record in a file that is readable otherwise. */
export interface UnreadableRecord {
  line: number;
  problem: string;
}

/** The text of an exported feed. */
export interface FeedWriter {
  header: string;
  /** @returns undefined for a product that the format leaves out */
  product(product: ProductRow): string | undefined;
  /** Goes between products. */
  separator: string;
  footer: string;
}

/** An image's absolute URL, for readers on other origins. */
export function toAbsoluteUrl(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}
