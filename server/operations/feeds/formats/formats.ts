/** All formats of feeds, by name and by file name ending. */
import { extname } from 'node:path';
import { csv, readOwnTable } from './csv.ts';
import type { FeedEntry, Format, Reader } from './format.ts';
import { isGoogleHeader } from './google.ts';
import { googleTsv, readGoogleTable } from './google-tsv.ts';
import { googleXml } from './google-xml.ts';
import { json } from './json.ts';
import { jsonLines } from './json-lines.ts';
import { type ExportedFormat, type FormatName, formatNames } from './names.ts';
import { isShopifyHeader, readShopifyTable } from './shopify.ts';
import { shopify } from './shopify-export.ts';
import { openTable } from './table.ts';
import type { TextChunk } from './text-chunks.ts';
import { readWooTable, woo } from './woo.ts';
import { isWooHeader } from './woo-columns.ts';

export const formats: Readonly<Record<ExportedFormat, Format> & Record<'woo', Reader>> = {
  json,
  jsonl: jsonLines,
  csv,
  shopify,
  woo,
  'google-xml': googleXml,
  'google-tsv': googleTsv,
};

/** The list `.json, … or .txt` for messages. */
export const knownEndings = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  formatNames.flatMap((name) => formats[name].endings),
);

export function formatByEnding(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => formats[name].endings.includes(ending));
}

/** Reads a `.csv` file without a named format. Its header shows whether the table is Shopify's, WooCommerce's or Google's. */
export async function* readCsvByHeader(
  chunks: AsyncIterable<TextChunk>,
): AsyncGenerator<FeedEntry> {
  const table = await openTable(chunks);
  if (isShopifyHeader(table.header)) yield* readShopifyTable(table);
  else if (isWooHeader(table.header)) yield* readWooTable(table);
  else if (isGoogleHeader(table.header)) yield* readGoogleTable(table);
  else yield* readOwnTable(table);
}
