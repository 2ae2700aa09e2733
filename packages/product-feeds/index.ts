/** The only door of the package. Importing it loads no parser. */
import type { Table } from './files/table.ts';
import type { ExportedFormat } from './formats.ts';
import type { FeedShop, FeedWriter, Publisher } from './records.ts';

export { readAmount, readNumber } from './amounts.ts';
export { BYTE_ORDER_MARK, toCsvRow, toSpreadsheetRow } from './files/cells.ts';
export type { Row, Table } from './files/table.ts';
export * from './formats.ts';
export { readFeed } from './read.ts';
export * from './records.ts';
export { BOOLEAN_WORDS, parseBoolean } from './truth.ts';
export { listNames } from './values.ts';

/**
 * Reads the header of a table. Its rows are read on demand.
 * @throws MalformedFile, also while the rows are read
 */
export async function openTable(blocks: AsyncIterable<Uint8Array>): Promise<Table> {
  const table = await import('./files/table.ts');
  return table.openTable(blocks);
}

/**
 * Picks rows of a table, with what stands before them: the header, and a title.
 * @param wanted the lines in which the rows start
 * @throws MalformedFile
 */
export async function* pickRows(
  blocks: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<number>,
): AsyncGenerator<string> {
  const table = await import('./files/table.ts');
  yield* table.pickRows(blocks, wanted);
}

/** @param json valid JSON @returns a name that one of its objects has twice, if any */
export async function findRepeatedName(json: string): Promise<string | undefined> {
  const parser = await import('./files/json.ts');
  return parser.findRepeatedName(json);
}

/**
 * @param origin the shop's public origin, for absolute URLs
 * @param publisher undefined if the shop has no identity of its own
 */
export async function createFeedWriter(
  format: ExportedFormat,
  shop: FeedShop,
  origin: string,
  publisher?: Publisher,
): Promise<FeedWriter> {
  const { writers } = await import('./dialects/dialects.ts');
  return writers[format](shop, origin, publisher);
}
