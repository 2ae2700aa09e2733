/** Rows of CSV files that a spreadsheet opens. */

/** Text that a spreadsheet would calculate, or that looks as if it had been escaped. */
const FORMULA = /^'*[=+\-@]/;

/** With an apostrophe in front, a spreadsheet shows the text instead of calculating it. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(toCsvCell).join(',')}\n`;
}

function toCsvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? quoteCell(text) : text;
}

export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
