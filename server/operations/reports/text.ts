/** Formats numbers, times and texts for people. */

/** Formats a count like `1 product` or `2 products`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Formats a number like `455,000`. */
export function grouped(number: number): string {
  return number.toLocaleString('en-GB');
}

/** Formats a duration like `0.3 s`. @param startedAt a value of `performance.now()` */
export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}

/** The lines that `describeFirst` shows. */
export const LINES_MAX = 20;

/** Joins the first lines, and counts the others in a last line like `… and 5 more problems.` */
export function describeFirst(
  lines: readonly string[],
  noun: string,
  total = lines.length,
): string {
  const shown = lines.slice(0, LINES_MAX);
  const more = total - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${count(more, `more ${noun}`)}.`] : [])].join('\n');
}
