/** The shop's own CSV; a table as Shopify exports it is told by its header. */
import type { Line } from './lines.ts';
import { fieldNames } from './mapping.ts';
import type { Entry, FileRecord } from './records.ts';
import { isShopifyHeader, readProducts } from './shopify.ts';
import { openTable, type Table } from './table.ts';

/** What a spreadsheet would take for a formula, behind the guard that an export puts before it. */
const GUARDED = /^'+[=+\-@]/;

/** @throws MalformedInput */
export async function* readAnyCsv(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  const table = await openTable(pieces, ',');
  yield* isShopifyHeader(table.header)
    ? readProducts(table.header, table.entries)
    : readOwnTable(table);
}

/** @throws MalformedInput */
export async function* readCsv(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  yield* readOwnTable(await openTable(pieces, ','));
}

async function* readOwnTable({ header, entries }: Table): AsyncGenerator<Entry> {
  // Anybody else's apostrophes are part of what they say.
  const isOwnExport = header.join() === fieldNames.join();
  for await (const entry of entries) {
    if (isOwnExport && 'record' in entry) removeGuards(entry.record);
    yield entry;
  }
}

function removeGuards(record: FileRecord): void {
  for (const [name, cell] of Object.entries(record)) {
    if (typeof cell === 'string' && GUARDED.test(cell)) record[name] = cell.slice(1);
  }
}
