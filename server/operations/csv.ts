/** Formats rows of CSV files for spreadsheets. */

/** Matches text that a spreadsheet would calculate, and text that looks escaped already. */
const FORMULA = /^'*[=+\-@]/;

/** Prepends an apostrophe to a formula, so that a spreadsheet shows the text instead of calculating it. */
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
