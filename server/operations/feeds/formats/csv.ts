/** The shop's own CSV: its field names as columns. */

import { fieldNames } from '../../../shop/catalogue/product-fields.ts';
import { toOwnRecord } from '../../../shop/catalogue/wire.ts';
import { escapeFormula, toCsvRow } from '../../csv.ts';
import type { FeedEntry, Format } from './format.ts';
import { openTable, type Table } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

/** Matches text that an export has escaped. */
const ESCAPED_FORMULA = /^'+[=+\-@]/;

export const csv: Format = {
  endings: ['.csv'],
  read: readCsv,
  write: () => ({
    header: toCsvRow(fieldNames),
    product(product) {
      const record = { ...toOwnRecord(product), categories: product.categories };
      return toCsvRow(fieldNames.map((name) => escapeFormula(String(record[name] ?? ''))));
    },
    separator: '',
    footer: '',
  }),
};

/** @throws MalformedInput */
async function* readCsv(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  yield* readOwnTable(await openTable(chunks, ','));
}

/**
 * Unescapes formulas only below the exact header of an export, because in other tables an apostrophe is part of the
 * text.
 */
export async function* readOwnTable({ header, rows }: Table): AsyncGenerator<FeedEntry> {
  const isExported = header.join() === fieldNames.join();
  for await (const row of rows) {
    if ('problem' in row) yield row;
    else yield { line: row.line, values: isExported ? unescapeFormulas(row.cells) : row.cells };
  }
}

function unescapeFormulas(cells: ReadonlyMap<string, string>): Map<string, string> {
  const unescaped = new Map(cells);
  for (const [name, cell] of cells) {
    if (ESCAPED_FORMULA.test(cell)) unescaped.set(name, cell.slice(1));
  }
  return unescaped;
}
