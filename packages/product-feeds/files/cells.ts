/** Formats rows of tables. */

/** Without it, spreadsheets don't read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Matches where a spreadsheet would calculate, and where text looks escaped already: at the start of a cell, and behind
 * what separates cells or rows in another locale. Signs of full width count as well.
 */
const FORMULA = /(^|[;\t|\n])(?='*\s*[=+\-@＝＋－＠])/g;
const ESCAPED_FORMULA = /(^|[;\t|\n])'(?='*\s*[=+\-@＝＋－＠])/g;
/** How people keep a spreadsheet from reading a cell as a number: `'0012` and `="0012"`. */
const DIGITS = String.raw`\d[\d\s.,/-]*|=".*"`;
const PROTECTED = new RegExp(`^'(?='*(?:${DIGITS})$)|^="(.*)"$`);
const LOOKS_PROTECTED = new RegExp(`^(?='+\\d|'*=)'*(?:${DIGITS})$`);
/** Such text can be no formula. */
const NUMBER = /^\d+(\.\d+)?$/;
const LINE_BREAK = /\r\n|[\r\p{Zl}\p{Zp}]/gu;
const CONTROL = /[^\P{Cc}\n]+/gu;

/** Puts an apostrophe before a formula, so that a spreadsheet shows the text instead of calculating it. */
function escapeFormula(text: string): string {
  return text.replace(FORMULA, "$1'");
}

/** Takes away what protects digits, once. */
export function unprotect(cell: string): string {
  return cell.replace(PROTECTED, '$1');
}

/** The opposite, for tables whose readers take it away. */
export function protect(text: string): string {
  return LOOKS_PROTECTED.test(text) ? `'${text}` : text;
}

export function unescapeFormula(text: string): string {
  return text.replace(ESCAPED_FORMULA, '$1');
}

/** A row for spreadsheets: texts are quoted and keep their lines, and none of them is a formula in any locale. */
export function toSpreadsheetRow(cells: readonly unknown[]): string {
  return `${cells.map(toSpreadsheetCell).join(',')}\n`;
}

function toSpreadsheetCell(value: unknown): string {
  if (typeof value !== 'string') return String(value ?? '');
  if (value === '' || NUMBER.test(value)) return value;
  return quoteCell(escapeFormula(value.replace(LINE_BREAK, '\n').replace(CONTROL, ' ')));
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

export function toTsvRow(cells: readonly string[]): string {
  return `${cells.map(toTsvCell).join('\t')}\n`;
}

/** Does not escape quotes inside a cell, because they are text in tables with tabs. */
function toTsvCell(text: string): string {
  return /^"|[\t\r\n]/.test(text) ? quoteCell(text) : text;
}
