/** The columns of a file of products with their first values, and what they seem to be. */
import {
  type FeedRecord,
  formatByEnding,
  MalformedFile,
  openTable,
} from '../../../packages/product-feeds/index.ts';
import { guessColumns } from '../../operations/feeds/problems.ts';
import { type FeedOptions, readFeed } from '../../operations/feeds/reading/read-feed.ts';
import type { Source } from '../../operations/feeds/reading/source-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { escapeInvisible } from '../../platform/quote.ts';
import { type FieldName, feedFields } from '../../shop/catalogue/fields/product-fields.ts';

const RECORDS_READ = 50;
const COLUMNS_MAX = 200;
const VALUES_MAX = 3;
const VALUE_MAX_LENGTH = 60;
const NO_TABLE = /json|xml/;
/** Without them there is no product. */
const REQUIRED = ['name', 'cost'];

export interface Column {
  name: string;
  /** The first ones, for people. */
  values: string[];
  /** The field as which the format reads it. */
  field?: FieldName;
  /** What it may be, because the file has no other column for it. */
  guess?: string;
  isUnread?: boolean;
}

export interface Sample {
  columns: readonly Column[];
  /** Why the file can't be read as it is. */
  problem?: string | undefined;
}

/** @param file is read twice if it can't be read as it is */
export async function readSample(
  file: Source,
  { format }: Pick<FeedOptions, 'format'>,
): Promise<Sample> {
  const columns = new Map<string, Column>();
  const sample = () => ({ columns: [...columns.values()].slice(0, COLUMNS_MAX) });
  try {
    await readRecords(readFeed(file, { format }), columns);
    return sample();
  } catch (error) {
    if (error instanceof OperatorError) return { ...sample(), problem: error.message };
    if (!(error instanceof MalformedFile)) throw error;
    const isTable = !NO_TABLE.test(format ?? formatByEnding(file.path) ?? '');
    if (isTable && columns.size === 0) await readRows(file, columns).catch(() => {});
    return { ...sample(), problem: `Line ${error.line} ${error.message}` };
  }
}

async function readRecords(entries: ReturnType<typeof readFeed>, columns: Map<string, Column>) {
  let first: FeedRecord | undefined;
  let read = 0;
  for await (const entry of entries) {
    if ('values' in entry) {
      first ??= entry;
      addValues(columns, entry.columns ?? entry.source.keys(), entry.source);
      for (const { name, alias = name } of feedFields) {
        const column = columns.get(entry.names.get(name) ?? (columns.has(name) ? name : alias));
        if (column !== undefined) column.field ??= name;
      }
      for (const name of entry.unread ?? [])
        Object.assign(columns.get(name) ?? {}, { isUnread: true });
    }
    if (++read === RECORDS_READ) break;
  }
  if (!first?.hasHeader) return;
  const found = new Set<string | undefined>([...columns.values()].map(({ field }) => field));
  const guesses = guessColumns(
    REQUIRED.filter((name) => !found.has(name)),
    first,
  );
  for (const [guess, name] of guesses) Object.assign(columns.get(name) ?? {}, { guess });
}

/** Reads the table, whatever its headings mean. */
async function readRows(file: Source, columns: Map<string, Column>): Promise<void> {
  const { header, read } = await openTable(file.read());
  addValues(columns, header, new Map());
  let rows = 0;
  for await (const row of read()) {
    if ('cells' in row) addValues(columns, header, row.cells);
    if (++rows === RECORDS_READ) break;
  }
}

function addValues(
  columns: Map<string, Column>,
  names: Iterable<string>,
  source: ReadonlyMap<string, unknown>,
): void {
  for (const name of names) {
    const column = columns.get(name) ?? { name, values: [] };
    columns.set(name, column);
    const value = source.get(name) ?? '';
    if (value !== '' && column.values.length < VALUES_MAX) column.values.push(toText(value));
  }
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const short = text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)}…` : text;
  return escapeInvisible(short);
}
