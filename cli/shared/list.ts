/**
 * Prints a list: as a table on a terminal, as tab-separated lines elsewhere, or as one JSON array. Rows are printed
 * while they are read, so a list may have any length.
 */
import type { Writable } from 'node:stream';
import {
  type List,
  type TableColumn,
  toTableColumn,
} from '../../server/operations/reports/columns.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { writeOutput } from './output.ts';
import { inRange, type Pages, type Range } from './periods.ts';
import { readShop, readTimeZone } from './shop.ts';
import { layOut } from './table.ts';

interface Options<Row> {
  json?: boolean | undefined;
  /** The time zone of the shop. */
  timeZone?: string;
  output?: Output;
  /** The row in JSON, unless the columns have it. */
  toJson?: (row: Row) => object;
}

/** The properties of a terminal that this file uses. */
type Output = Writable & { isTTY?: boolean; columns?: number };

const DEFAULT_WIDTH = 80;

export async function printList<Row>(
  pages: Pages<Row>,
  list: List<Row>,
  options: Options<Row> = {},
): Promise<void> {
  const { json, timeZone = 'UTC', output = process.stdout } = options;
  const { toJson = (row) => rowToJson(list, row) } = options;
  const titled = list.columns.filter(({ title }) => title !== '');
  const columns = titled.map((column) => toTableColumn(column, timeZone));
  const chunks = json ? toJsonArray(pages, toJson) : toLines(pages, columns, list.none, output);
  await writeOutput(chunks, output);
}

export interface ListOptions extends Range {
  json?: boolean;
}

/** Prints the rows of a time range. @param timeOf milliseconds since 1970 UTC */
export async function printRange<Row>(
  list: List<Row>,
  read: (db: Db, timeZone: string) => Pages<Row> | Promise<Pages<Row>>,
  timeOf: (row: Row, timeZone: string) => number,
  { json, ...range }: ListOptions,
): Promise<void> {
  await readShop(async (db) => {
    const timeZone = await readTimeZone(db);
    const rows = await read(db, timeZone);
    const chosen = inRange(rows, (row) => timeOf(row, timeZone), range, timeZone);
    await printList(chosen, list, { json, timeZone });
  });
}

export function rowToJson<Row>({ columns }: List<Row>, row: Row): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ key, json }) => [key, json(row)]));
}

async function* toLines<Row>(
  pages: Pages<Row>,
  columns: readonly TableColumn<Row>[],
  none: string | undefined,
  { isTTY, columns: width = DEFAULT_WIDTH }: Output,
): AsyncGenerator<string> {
  let toLine: ReturnType<typeof layOut> | undefined;
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (toLine === undefined) {
      toLine = isTTY ? layOut(columns, page, width) : (cells) => cells.join('\t');
      yield `${toLine(columns.map(({ title }) => title))}\n`;
    }
    const layOutRow = toLine;
    yield page.map((row) => `${layOutRow(columns.map(({ text }) => text(row)))}\n`).join('');
  }
  if (toLine === undefined && none !== undefined) process.stderr.write(`${none}\n`);
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
