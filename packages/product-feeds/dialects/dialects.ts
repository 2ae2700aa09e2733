/** Reads and writes each format. Loaded when a file is read or written. */
import { unescapeFormula, unprotect } from '../files/cells.ts';
import { openTable, type Rows, type Table } from '../files/table.ts';
import type { ExportedFormat, FormatName } from '../formats.ts';
import type { FeedEntry, FeedShop, FeedWriter, Publisher } from '../records.ts';
import type { Reading } from './dialect.ts';
import { isGoogleHeader, readGoogleTable } from './google.ts';
import { createGoogleTableWriter, createGoogleXmlWriter } from './google-export.ts';
import { readGoogleXml } from './google-xml.ts';
import {
  createCsvWriter,
  isExportedTable,
  json,
  jsonLines,
  readExportedTable,
  readJson,
  readLines,
  readOwnTable,
} from './own.ts';
import { isShopifyHeader, readShopify } from './shopify.ts';
import { createShopifyWriter } from './shopify-export.ts';
import { isWooHeader, readWoo, unescapeWoo } from './woo.ts';

type Blocks = AsyncIterable<Uint8Array>;
type Read = (blocks: Blocks, reading: Reading) => AsyncGenerator<FeedEntry>;

/** How a table is read, and what its program has written for a cell's text. */
interface TableFormat {
  read(header: readonly string[], rows: Rows, reading: Reading): AsyncGenerator<FeedEntry>;
  restore(cell: string): string;
  /** Whether a product has the rows around it, too. */
  hasGroups?: true;
}

const shopify: TableFormat = { read: readShopify, restore: unprotect, hasGroups: true };
const google: TableFormat = { read: readGoogleTable, restore: unprotect };
const woo: TableFormat = {
  read: readWoo,
  restore: (cell) => unprotect(unescapeWoo(cell)),
  hasGroups: true,
};
/** In people's tables, a dash stands for an empty cell. */
const own: TableFormat = {
  read: readOwnTable,
  restore: (cell) => (/^[\s–—-]+$/.test(cell) ? '' : unprotect(cell)),
};
const exported: TableFormat = { read: readExportedTable, restore: unescapeFormula };

/** @throws MalformedFile while it is read, if the file is broken */
export const readers: Readonly<Record<FormatName | 'any table', Read>> = {
  json: readJson,
  jsonl: readLines,
  csv: ofTable((table, { shop }) => (isExportedTable(table, shop) ? exported : own)),
  shopify: ofTable(() => shopify),
  woo: ofTable(() => woo),
  'google-xml': readGoogleXml,
  'google-tsv': ofTable(() => google),
  // The header shows whose table it is.
  'any table': ofTable((table, reading) => {
    if (isExportedTable(table, reading.shop)) return exported;
    if (isShopifyHeader(table.header, reading)) return shopify;
    if (isWooHeader(table.header)) return woo;
    return isGoogleHeader(table.header) ? google : own;
  }),
};

function ofTable(choose: (table: Table, reading: Reading) => TableFormat): Read {
  return async function* (blocks, reading) {
    const table = await openTable(blocks, reading.isIgnored);
    const { read, restore, hasGroups } = choose(table, reading);
    const { header } = table;
    const ofAll = { columns: new Set(header), hasHeader: true, isRow: hasGroups === undefined };
    for await (const entry of read(header, table.read(restore), reading)) {
      yield 'values' in entry ? { ...entry, ...ofAll } : entry;
    }
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
