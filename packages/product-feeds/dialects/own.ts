/** The shop's own formats: its field names as columns, or as the names of JSON objects. */
import { BYTE_ORDER_MARK, toCsvRow, toSpreadsheetRow, unescapeFormula } from '../files/cells.ts';
import { readHtml } from '../files/html.ts';
import { type JsonObject, readJsonArray, readJsonLines } from '../files/json.ts';
import type { Table } from '../files/table.ts';
import {
  type FeedEntry,
  type FeedField,
  type FeedShop,
  type FeedWriter,
  MalformedFile,
  type UnreadableRecord,
} from '../records.ts';
import { findColumns } from './columns.ts';

export async function* readJson(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<FeedEntry> {
  for await (const entry of readJsonArray(blocks)) yield toRecord(entry);
}

export async function* readLines(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<FeedEntry> {
  for await (const entry of readJsonLines(blocks)) yield toRecord(entry);
}

const noNames: ReadonlyMap<string, string> = new Map();

function toRecord(entry: JsonObject | UnreadableRecord): FeedEntry {
  return 'problem' in entry
    ? entry
    : { ...entry, source: entry.values, names: noNames, isOwn: true };
}

/**
 * Unescapes formulas only below the header of an export, which may have further columns behind, because in other tables an
 * apostrophe is part of the text. Understands other headings, whose descriptions may be HTML.
 */
export async function* readOwnTable(
  { header, rows, hasDecimalComma }: Table,
  { fields }: FeedShop,
): AsyncGenerator<FeedEntry> {
  const isExported = isExportedHeader(header, fields);
  const names = findHeadings(header, fields);
  const columns = new Set(header);
  const shared = { names, columns, hasHeader: true, hasDecimalComma, isOwn: true } as const;
  for await (const row of rows) {
    if ('problem' in row) {
      yield row;
      continue;
    }
    const source = isExported ? unescapeFormulas(row.cells) : row.cells;
    const values = new Map<string, unknown>(source);
    for (const [field, heading] of names) {
      const cell = source.get(heading);
      if (cell !== undefined) values.set(field, field === 'description' ? readHtml(cell) : cell);
    }
    yield { ...shared, line: row.line, values, source };
  }
}

/** `Price (USD)`, `price_usd` and `Price USD` are one heading. A price in another currency is no price of the shop. */
function fold(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/(?:[^\p{L}\p{N}\p{Sc}]|\$)+/gu, ' ')
    .trim();
}

/**
 * @returns the columns of fields that the table doesn't have by the shop's own names
 * @throws MalformedFile if two columns have the heading of a field
 */
function findHeadings(header: readonly string[], fields: readonly FeedField[]) {
  const own = new Set(header);
  const candidates = fields.flatMap(({ name, headings = [] }) => {
    const names = headings.includes(name) ? headings : [name, ...headings];
    return own.has(name) ? [] : [[name, names] as const];
  });
  return new Map(
    [...findColumns(header, candidates, fold)].map(([field, [column = '', other]]) => {
      if (other === undefined) return [field, column];
      const problem = `has two columns for ${field}, ${column} and ${other}: rename one`;
      throw new MalformedFile(1, problem);
    }),
  );
}

function exportedNames(fields: readonly FeedField[]): string[] {
  return fields.flatMap(({ name, isOnlyRead }) => (isOnlyRead ? [] : [name]));
}

/** Has the columns of the first exports. Later ones follow them, and operators add columns of their own. */
function isExportedHeader(header: readonly string[], fields: readonly FeedField[]): boolean {
  const names = exportedNames(fields);
  const first = names.slice(0, names.indexOf('active') + 1);
  return first.every((name, index) => header[index] === name);
}

function unescapeFormulas(cells: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...cells].map(([name, cell]) => [name, unescapeFormula(cell)]));
}

export const json: FeedWriter = {
  header: '[\n',
  write: (products) => products.map(({ fields }) => JSON.stringify(fields)),
  separator: ',\n',
  footer: '\n]\n',
};

export const jsonLines: FeedWriter = {
  write: (products) => products.map(({ fields }) => `${JSON.stringify(fields)}\n`),
};

export function createCsvWriter({ fields }: FeedShop): FeedWriter {
  const names = exportedNames(fields);
  return {
    header: BYTE_ORDER_MARK + toCsvRow(names),
    write: (products) =>
      products.map(({ fields }) =>
        toSpreadsheetRow(names.map((name) => toCell(name, fields[name]))),
      ),
  };
}

function toCell(name: string, value: unknown): unknown {
  return Array.isArray(value) ? value.join(name === 'categories' ? ' > ' : ' ') : value;
}
