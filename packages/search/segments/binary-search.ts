/**
 * Finds the first index from `low` to `high` at which `isBefore` is false; `high` if there is none. `isBefore`
 * must be true up to some index and false from there on.
 */
export function lowerBound(
  low: number,
  high: number,
  isBefore: (index: number) => boolean,
): number {
  let start = low;
  let end = high;
  while (start < end) {
    // Half of the sum, rounded down; much faster than a division.
    const middle = (start + end) >>> 1;
    if (isBefore(middle)) start = middle + 1;
    else end = middle;
  }
  return start;
}
