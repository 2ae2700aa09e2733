/** Numbers as the commands print them. */

/** `1 product`, `2 products`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `455,000`. */
export function grouped(number: number): string {
  return number.toLocaleString('en-GB');
}

/** `0.3 s`. @param startedAt as of `performance.now()` */
export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}
