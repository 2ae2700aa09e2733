/** The shop's own CSV: its field names as columns. */

import { exportedNames, type FieldName } from '../../../shop/catalogue/product-fields.ts';
import { toOwnRecord } from '../../../shop/catalogue/wire.ts';
import { escapeFormula, toCsvRow } from '../../csv.ts';
import type { FeedEntry, Format } from './format.ts';
import { findHeadings } from './headings.ts';
import { readHtml } from './html.ts';
import { openTable, type Table } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

/** Matches text that an export has escaped. */
const ESCAPED_FORMULA = /^'+[=+\-@]/;

export const csv: Format = {
  endings: ['.csv'],
  read: readCsv,
  write: () => ({
    header: toCsvRow(exportedNames),
    product(product) {
      const record = { ...toOwnRecord(product), categories: product.categories };
      return toCsvRow(exportedNames.map((name) => escapeFormula(String(record[name] ?? ''))));
    },
    separator: '',
    footer: '',
  }),
};

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
  const shared = { names: headings, columns: new Set(header), hasDecimalComma };
  for await (const row of rows) {
    if ('problem' in row) yield row;
    else if (isExported) yield { line: row.line, values: unescapeFormulas(row.cells) };
    else
      yield { ...shared, line: row.line, values: rename(row.cells, headings), source: row.cells };
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
  const unescaped = new Map(cells);
  for (const [name, cell] of cells) {
    if (ESCAPED_FORMULA.test(cell)) unescaped.set(name, cell.slice(1));
  }
  return unescaped;
}
