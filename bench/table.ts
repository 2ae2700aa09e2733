/** Formats tables in Markdown, for a terminal or for a document. */

/** A figure with its limit. */
export interface Row {
  what: string;
  figure: string;
  limit: string;
  isReached: boolean;
  more: string;
}

type Bound = 'at least' | 'at most';

export function rowOf(
  what: string,
  value: number,
  [bound, limit]: readonly [Bound, number],
  unit: string,
  more = '',
): Row {
  const rounded = value < 1 ? Number(value.toFixed(3)) : Math.round(value * 10) / 10;
  const isReached = bound === 'at most' ? value <= limit : value >= limit;
  const withUnit = (number: number) => `${number} ${unit}`.trim();
  return { what, figure: withUnit(rounded), limit: `${bound} ${withUnit(limit)}`, isReached, more };
}

/** The columns have fixed widths, because each row is printed as soon as it is measured. */
const WIDTHS = [43, 37, 44, 7, 0];
const lineOf = (cells: readonly string[]) =>
  `| ${cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0)).join(' | ')} |`;
export const tableHead = [
  lineOf(['what', 'figure', 'limit', 'reached', 'more']),
  `|${WIDTHS.map((width) => '-'.repeat(width + 2)).join('|')}|`,
].join('\n');

export function formatRow({ what, figure, limit, isReached, more }: Row): string {
  return lineOf([what, figure, limit, isReached ? 'yes' : 'NO', more]);
}

/** @param lines the header line and the rows, all with the same number of cells */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const rule = head.map(() => '---');
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
