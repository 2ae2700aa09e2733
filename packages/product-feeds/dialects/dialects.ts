/** Reads and writes each format. Loaded when a file is read or written. */
import { openTable, type Table } from '../files/table.ts';
import type { ExportedFormat, FormatName } from '../formats.ts';
import type { FeedEntry, FeedShop, FeedWriter, Publisher } from '../records.ts';
import { isGoogleHeader, readGoogleTable } from './google.ts';
import { createGoogleTableWriter, createGoogleXmlWriter } from './google-export.ts';
import { readGoogleXml } from './google-xml.ts';
import { createCsvWriter, json, jsonLines, readJson, readLines, readOwnTable } from './own.ts';
import { isShopifyHeader, readShopify } from './shopify.ts';
import { createShopifyWriter } from './shopify-export.ts';
import { readWoo } from './woo.ts';
import { isWooHeader } from './woo-columns.ts';

type Blocks = AsyncIterable<Uint8Array>;
type Read = (blocks: Blocks, shop: FeedShop) => AsyncGenerator<FeedEntry>;
type ReadTable = (table: Table, shop: FeedShop) => AsyncGenerator<FeedEntry>;

/** @throws MalformedFile while it is read, if the file is broken */
export const readers: Readonly<Record<FormatName | 'any table', Read>> = {
  json: readJson,
  jsonl: readLines,
  csv: ofTable(() => readOwnTable),
  shopify: ofTable(() => readShopify),
  woo: ofTable(() => readWoo),
  'google-xml': readGoogleXml,
  'google-tsv': ofTable(() => readGoogleTable),
  // The header shows whose table it is.
  'any table': ofTable(({ header }, shop) => {
    if (isShopifyHeader(header, shop)) return readShopify;
    if (isWooHeader(header)) return readWoo;
    return isGoogleHeader(header) ? readGoogleTable : readOwnTable;
  }),
};

function ofTable(choose: (table: Table, shop: FeedShop) => ReadTable): Read {
  return async function* (blocks, shop) {
    const table = await openTable(blocks);
    yield* choose(table, shop)(table, shop);
  };
}

type CreateWriter = (shop: FeedShop, origin: string, publisher?: Publisher) => FeedWriter;

export const writers: Readonly<Record<ExportedFormat, CreateWriter>> = {
  json: () => json,
  jsonl: () => jsonLines,
  csv: createCsvWriter,
  shopify: createShopifyWriter,
  'google-xml': createGoogleXmlWriter,
  'google-tsv': createGoogleTableWriter,
};
