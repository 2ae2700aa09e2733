/** One row of a table as text. */

export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(toCsvCell).join(',')}\n`;
}

function toCsvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toTsvRow(cells: readonly string[]): string {
  return `${cells.map(toTsvCell).join('\t')}\n`;
}

/** Inches stay inches: a quote means something only where a cell begins with it. */
function toTsvCell(text: string): string {
  return /^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
