/** The columns of lists. Each says once what a fact is called and how it is shown: by commands, in JSON, at the desk. */
import { formatCents, toDollars } from '../../../contract/money.ts';
import { createMinuteFormat, toIso } from '../../platform/days.ts';
import { escapeInvisible } from '../../platform/quote.ts';

export interface Column<Row> {
  /** In tables; empty for what only JSON has. */
  title: string;
  /** In JSON. */
  key: string;
  /** Undefined for none. */
  json(row: Row): unknown;
  text(row: Row, formatTime: (time: number) => string): string;
  /** The title says the time zone then. */
  isTime?: boolean;
  isRightAligned?: boolean;
  mayShrink?: boolean;
}

export interface List<Row> {
  columns: readonly Column<Row>[];
  /** The sentence for a list without rows. */
  none?: string;
}

interface Options<Row> {
  /** By default the title in camel case: `last order` becomes `lastOrder`. */
  key?: string;
  /** The value in JSON, if it is not that of the table. */
  json?: (row: Row) => unknown;
  /** Whether the text is truncated if the table is wider than the terminal. */
  mayShrink?: boolean;
}

type NumberOptions<Row> = Options<Row> & { hidesZero?: boolean };

export function text<Row>(
  title: string,
  get: (row: Row) => string | null,
  options: Options<Row> = {},
): Column<Row> {
  return { title, key: toKey(title), text: (row) => get(row) ?? '', json: get, ...options };
}

export function number<Row>(
  title: string,
  get: (row: Row) => number,
  options: NumberOptions<Row> = {},
): Column<Row> {
  return numeric(title, get, String, { json: get, ...options });
}

/** @param get cents */
export function money<Row>(
  title: string,
  get: (row: Row) => number,
  options: NumberOptions<Row> = {},
): Column<Row> {
  return numeric(title, get, formatCents, { json: (row) => toDollars(get(row)), ...options });
}

function numeric<Row>(
  title: string,
  get: (row: Row) => number,
  format: (value: number) => string,
  { hidesZero, ...options }: NumberOptions<Row> & Pick<Column<Row>, 'json'>,
): Column<Row> {
  const text = (row: Row) => (hidesZero && get(row) === 0 ? '' : format(get(row)));
  return { title, key: toKey(title), text, isRightAligned: true, ...options };
}

/** @param get milliseconds since 1970 UTC; null for none */
export function time<Row>(title: string, get: (row: Row) => number | null): Column<Row> {
  const show = (row: Row, format: (time: number) => string) => {
    const time = get(row);
    return time === null ? null : format(time);
  };
  return {
    ...text(title, (row) => show(row, toIso)),
    text: (row, format) => show(row, format) ?? '',
    isTime: true,
  };
}

/** A value that only JSON has. */
export function hidden<Row>(key: string, json: (row: Row) => unknown): Column<Row> {
  return { title: '', key, text: () => '', json };
}

function toKey(title: string): string {
  return title.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A column as a table shows it. */
export interface TableColumn<Row> {
  title: string;
  text(row: Row): string;
  isRightAligned?: boolean | undefined;
  /** Whether the text is truncated if the table is wider than the terminal. Ids and numbers are not. */
  mayShrink?: boolean | undefined;
}

export function toTableColumn<Row>(column: Column<Row>, timeZone: string): TableColumn<Row> {
  const format = column.isTime ? createMinuteFormat(timeZone) : String;
  return {
    ...column,
    title: column.isTime ? `${column.title} (${timeZone})` : column.title,
    text: (row) => printable(column.text(row, format)),
  };
}

/** Shoppers' texts must neither start a line, nor control the terminal, nor look like other texts. */
export function printable(text: string): string {
  return escapeInvisible(text.replace(/[\n\r\t\v\f\u2028\u2029]+/g, ' '));
}
