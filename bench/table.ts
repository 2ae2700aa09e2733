/** Formats tables in Markdown, for a terminal or for a document. */

/** A figure with its target. */
export interface Row {
  what: string;
  figure: string;
  target?: string;
  isReached?: boolean;
  more?: string;
}

export function tableOfRows(rows: readonly Row[]): string {
  const lines = rows.map(({ what, figure, target = '', isReached, more = '' }) => {
    const reached = isReached === undefined ? '' : isReached ? 'yes' : 'NO';
    return [what, figure, target, reached, more];
  });
  return markdownTable([['what', 'figure', 'target', 'reached', 'more'], ...lines]);
}

/** @param limit the highest acceptable value; undefined if there is no target */
export function rowAtMost(what: string, value: number, limit: number | undefined, unit = ''): Row {
  const rounded = value < 1 ? Number(value.toFixed(3)) : Math.round(value * 10) / 10;
  const row = { what, figure: `${rounded} ${unit}`.trim() };
  if (limit === undefined) return row;
  return { ...row, target: `at most ${limit} ${unit}`.trim(), isReached: value <= limit };
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
