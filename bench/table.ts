/** Formats tables in Markdown, for a terminal or for a document. */

/** A figure with its limit. */
export interface Row {
  what: string;
  figure: string;
  limit: string;
  isReached: boolean;
  more?: string;
}

export function tableOfRows(rows: readonly Row[]): string {
  const lines = rows.map(({ what, figure, limit, isReached, more = '' }) => {
    return [what, figure, limit, isReached ? 'yes' : 'NO', more];
  });
  return markdownTable([['what', 'figure', 'limit', 'reached', 'more'], ...lines]);
}

/** @param limit the highest acceptable value */
export function rowAtMost(what: string, value: number, limit: number, unit = ''): Row {
  const rounded = value < 1 ? Number(value.toFixed(3)) : Math.round(value * 10) / 10;
  const written = { figure: `${rounded} ${unit}`.trim(), limit: `at most ${limit} ${unit}`.trim() };
  return { what, ...written, isReached: value <= limit };
}

/** @param lines the header line and the rows, all with the same number of cells */
export function markdownTable(lines: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = lines;
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [write(head), rule, ...rest.map(write)].join('\n');
}
