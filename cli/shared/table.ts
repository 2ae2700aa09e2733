/** Lays a list out as a table that fits the terminal. */
import measure from 'fast-string-truncated-width';
import type { TableColumn } from '../../server/operations/reports/columns.ts';

const GAP = '  ';
const SHRUNK_WIDTH_MIN = 8;
const ELLIPSIS = { ellipsis: '…', ellipsisWidth: 1 };

/**
 * @param sample the first rows, which determine the widths of the columns
 * @param width the terminal's width in characters
 * @returns a function that lays out a line
 */
export function layOut<Row>(
  columns: readonly TableColumn<Row>[],
  sample: readonly Row[],
  width: number,
): (cells: readonly string[]) => string {
  const widths = columns.map(({ title, text }) =>
    Math.max(...[title, ...sample.map(text)].map(widthOf)),
  );
  shrink(columns, widths, width - GAP.length * (columns.length - 1));
  return (cells) =>
    columns
      .map((column, index) => fitCell(cells[index] ?? '', widths[index] ?? 0, column))
      .join(GAP)
      .trimEnd();
}

function widthOf(text: string): number {
  return measure(text).width;
}

/** Shrinks the widest of the columns that may shrink until the sum fits. */
function shrink<Row>(
  columns: readonly TableColumn<Row>[],
  widths: number[],
  available: number,
): void {
  const shrinking = columns.flatMap(({ mayShrink }, index) => (mayShrink ? [index] : []));
  const widthAt = (index: number) => widths[index] ?? 0;
  for (let total = widths.reduce((sum, width) => sum + width, 0); total > available; total--) {
    const [widest] = shrinking.toSorted((a, b) => widthAt(b) - widthAt(a));
    if (widest === undefined || widthAt(widest) <= SHRUNK_WIDTH_MIN) return;
    widths[widest] = widthAt(widest) - 1;
  }
}

function fitCell<Row>(text: string, width: number, column: TableColumn<Row>): string {
  const limit = column.mayShrink ? width : Number.POSITIVE_INFINITY;
  const { index, ellipsed, width: used } = measure(text, { limit, ...ELLIPSIS });
  const shown = ellipsed ? text.slice(0, index) + ELLIPSIS.ellipsis : text;
  const padding = ' '.repeat(Math.max(0, width - used - (ellipsed ? ELLIPSIS.ellipsisWidth : 0)));
  return column.isRightAligned ? padding + shown : shown + padding;
}
