/** Formats a list as a table that fits the terminal. */
import measure from 'fast-string-truncated-width';
import { escapeInvisible } from '../server/platform/quote.ts';

export interface Column<Row> {
  title: string;
  text(row: Row): string;
  /** Set for numbers. */
  isRightAligned?: boolean;
  /** Whether the text is truncated if the table is wider than the terminal. Ids and numbers are not. */
  mayShrink?: boolean;
}

const GAP = '  ';
const SHRUNK_WIDTH_MIN = 8;
const ELLIPSIS = { ellipsis: '…', ellipsisWidth: 1 };

export interface Table<Row> {
  header: string;
  line(row: Row): string;
}

/**
 * @param sample the first rows, which determine the widths of the columns
 * @param width the terminal's width in characters
 */
export function createTable<Row>(
  columns: readonly Column<Row>[],
  sample: readonly Row[],
  width: number,
): Table<Row> {
  const widths = columns.map((column) =>
    Math.max(...[column.title, ...sample.map((row) => cell(column, row))].map(widthOf)),
  );
  shrink(columns, widths, width - GAP.length * (columns.length - 1));
  const layOut = (cells: readonly string[]) =>
    columns
      .map((column, index) => fitCell(cells[index] ?? '', widths[index] ?? 0, column))
      .join(GAP)
      .trimEnd();
  return {
    header: layOut(columns.map(({ title }) => title)),
    line: (row) => layOut(columns.map((column) => cell(column, row))),
  };
}

export function cell<Row>({ text }: Column<Row>, row: Row): string {
  return printable(text(row));
}

/** Shoppers' texts must neither start a line, nor control the terminal, nor look like other texts. */
export function printable(text: string): string {
  return escapeInvisible(text.replace(/[\n\r\t\v\f\u2028\u2029]+/g, ' '));
}

function widthOf(text: string): number {
  return measure(text).width;
}

/** Shrinks the widest of the columns that may shrink until the sum fits. */
function shrink<Row>(columns: readonly Column<Row>[], widths: number[], available: number): void {
  const shrinking = columns.flatMap(({ mayShrink }, index) => (mayShrink ? [index] : []));
  const widthAt = (index: number) => widths[index] ?? 0;
  for (let total = widths.reduce((sum, width) => sum + width, 0); total > available; total--) {
    const [widest] = shrinking.toSorted((a, b) => widthAt(b) - widthAt(a));
    if (widest === undefined || widthAt(widest) <= SHRUNK_WIDTH_MIN) return;
    widths[widest] = widthAt(widest) - 1;
  }
}

function fitCell<Row>(text: string, width: number, column: Column<Row>): string {
  const limit = column.mayShrink ? width : Number.POSITIVE_INFINITY;
  const { index, ellipsed, width: used } = measure(text, { limit, ...ELLIPSIS });
  const shown = ellipsed ? text.slice(0, index) + ELLIPSIS.ellipsis : text;
  const padding = ' '.repeat(Math.max(0, width - used - (ellipsed ? ELLIPSIS.ellipsisWidth : 0)));
  return column.isRightAligned ? padding + shown : shown + padding;
}
