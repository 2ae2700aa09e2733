/**
 * Prints a list: as a table on a terminal, as tab-separated lines elsewhere, or as one JSON array. Rows are printed
 * while they are read, so a list may have any length.
 */
import type { Writable } from 'node:stream';
import { toVisibleJson } from '../server/platform/quote.ts';
import { writeOutput } from './output.ts';
import { type Column, cell, createTable } from './table.ts';
import { createMinuteFormat } from './times.ts';

/** Shown in the time zone of the shop, which the title says. */
interface TimeColumn<Row> {
  title: string;
  /** Milliseconds since 1970 UTC; null for none. */
  time(row: Row): number | null;
}

export interface ListFormat<Row> {
  columns: readonly (Column<Row> | TimeColumn<Row>)[];
  toJson(row: Row): object;
  /** The sentence for a list without rows. */
  none: string;
}

type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
/** The properties of a terminal that this file uses. */
type Output = Writable & { isTTY?: boolean; columns?: number };

interface Options {
  json?: boolean | undefined;
  output?: Output;
  /** The time zone of the shop. */
  timeZone?: string;
}

const DEFAULT_WIDTH = 80;

export async function printList<Row>(
  pages: Pages<Row>,
  format: ListFormat<Row>,
  { json = false, output = process.stdout, timeZone = 'UTC' }: Options = {},
): Promise<void> {
  const inZone = { ...format, columns: format.columns.map((one) => toColumn(one, timeZone)) };
  const text = json ? toJsonArray(pages, format.toJson) : toLines(pages, inZone, output);
  await writeOutput(text, output);
}

function toColumn<Row>(column: Column<Row> | TimeColumn<Row>, timeZone: string): Column<Row> {
  if ('text' in column) return column;
  const format = createMinuteFormat(timeZone);
  const text = (row: Row) => {
    const time = column.time(row);
    return time === null ? '' : format(time);
  };
  return { title: `${column.title} (${timeZone})`, text };
}

async function* toLines<Row>(
  pages: Pages<Row>,
  { columns, none }: { columns: readonly Column<Row>[]; none: string },
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
