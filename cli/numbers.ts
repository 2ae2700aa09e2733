/** Formats numbers for the commands. */

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
