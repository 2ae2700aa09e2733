/**
 * Prints a list: as a table on a terminal, as tab-separated lines elsewhere, or as one JSON array. Rows are printed
 * while they are read, so a list may have any length.
 */
import type { Writable } from 'node:stream';
import { toVisibleJson } from '../server/platform/quote.ts';
import { writeOutput } from './output.ts';
import { type Column, cell, createTable } from './table.ts';

export interface ListFormat<Row> {
  columns: readonly Column<Row>[];
  toJson(row: Row): object;
  /** The sentence for a list without rows. */
  none: string;
}

type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
/** The properties of a terminal that this file uses. */
type Output = Writable & { isTTY?: boolean; columns?: number };

const DEFAULT_WIDTH = 80;

export async function printList<Row>(
  pages: Pages<Row>,
  format: ListFormat<Row>,
  { json = false, output = process.stdout }: { json?: boolean | undefined; output?: Output } = {},
): Promise<void> {
  const text = json ? toJsonArray(pages, format.toJson) : toLines(pages, format, output);
  await writeOutput(text, output);
}

async function* toLines<Row>(
  pages: Pages<Row>,
  { columns, none }: ListFormat<Row>,
  { isTTY, columns: width = DEFAULT_WIDTH }: Output,
): AsyncGenerator<string> {
  let table: ReturnType<typeof createTable<Row>> | undefined;
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (table === undefined) {
      table = isTTY ? createTable(columns, page, width) : createTabSeparated(columns);
      yield `${table.header}\n`;
    }
    const { line } = table;
    yield page.map((row) => `${line(row)}\n`).join('');
  }
  if (table === undefined) process.stderr.write(`${none}\n`);
}

function createTabSeparated<Row>(columns: readonly Column<Row>[]) {
  return {
    header: columns.map(({ title }) => title).join('\t'),
    line: (row: Row) => columns.map((column) => cell(column, row)).join('\t'),
  };
}

export async function* toJsonArray<Row>(
  pages: Pages<Row>,
  toJson: (row: Row) => object,
): AsyncGenerator<string> {
  let separator = '\n';
  yield '[';
  for await (const page of pages) {
    let text = '';
    for (const row of page) {
      text += separator + toVisibleJson(toJson(row));
      separator = ',\n';
    }
    if (text !== '') yield text;
  }
  yield '\n]\n';
}
