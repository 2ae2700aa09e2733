/** The shop's own CSV: its field names as columns. */

import { exportedNames, type FieldName } from '../../../shop/catalogue/fields/product-fields.ts';
import { toOwnRecord } from '../../../shop/catalogue/fields/wire.ts';
import { BYTE_ORDER_MARK, toCsvRow, toSpreadsheetRow, unescapeFormula } from '../../csv.ts';
import type { FeedEntry, Format } from './format.ts';
import { findHeadings } from './headings.ts';
import { readHtml } from './html.ts';
import { openTable, type Table } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

export const csv: Format = {
  endings: ['.csv'],
  read: readCsv,
  write: () => ({
    header: BYTE_ORDER_MARK + toCsvRow(exportedNames),
    product(product) {
      const { categories, image } = product;
      const record = { ...toOwnRecord(product), categories, image };
      return toSpreadsheetRow(exportedNames.map((name) => onOneLine(record[name])));
    },
    separator: '',
    footer: '',
  }),
};

/** Several pictures are lines of one text. */
function onOneLine(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\s*\n\s*/g, ' ') : value;
}

/** @throws MalformedInput */
async function* readCsv(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  yield* readOwnTable(await openTable(chunks));
}

/**
 * Unescapes formulas only below the header of an export, which may have further columns behind, because in other tables an
 * apostrophe is part of the text. Understands other headings, whose descriptions may be HTML.
 */
export async function* readOwnTable({
  header,
  rows,
  hasDecimalComma,
}: Table): AsyncGenerator<FeedEntry> {
  const isExported = isExportedHeader(header);
  const headings = findHeadings(header);
  const columns = new Set(header);
  const shared = { names: headings, headings, columns, hasHeader: true, hasDecimalComma };
  for await (const row of rows) {
    if ('problem' in row) yield row;
    else {
      const cells = isExported ? unescapeFormulas(row.cells) : row.cells;
      yield { ...shared, line: row.line, values: rename(cells, headings), source: cells };
    }
  }
}

function rename(
  cells: ReadonlyMap<string, string>,
  headings: ReadonlyMap<FieldName, string>,
): Map<string, unknown> {
  const values = new Map<string, unknown>(cells);
  for (const [field, heading] of headings) {
    const cell = cells.get(heading);
    if (cell !== undefined) values.set(field, field === 'description' ? readHtml(cell) : cell);
  }
  return values;
}

/** The columns of the first release's exports. Later ones follow them, and operators add columns of their own. */
const firstNames = exportedNames.slice(0, exportedNames.indexOf('active') + 1);

function isExportedHeader(header: readonly string[]): boolean {
  return firstNames.every((name, index) => header[index] === name);
}

function unescapeFormulas(cells: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...cells].map(([name, cell]) => [name, unescapeFormula(cell)]));
}
