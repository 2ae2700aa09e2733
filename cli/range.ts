/** The options `--since`, `--until` and `--limit` of lists. */
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { type Moment, parseTime, parseUntil } from './arguments.ts';

export interface Range {
  /** The earliest time. */
  since?: Moment | undefined;
  /** The first time that is too late. */
  until?: Moment | undefined;
  /** Rows at most. */
  limit?: number | undefined;
}

const TIMES = 'as 2026-11-25, 2026-11-25T20:05Z, today, yesterday or 7d';

export function withRange<T extends CommandUnknownOpts>(command: T): T {
  command
    .option('--since <time>', `only then or later, ${TIMES}`, parseTime)
    .option('--until <time>', `only before then, or up to the end of that day`, parseUntil)
    .option('--limit <number>', 'so many at most', parseLimit);
  return command;
}

/** @param timeOf milliseconds since 1970 UTC */
export async function* inRange<Row>(
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  timeOf: (row: Row) => number,
  { since, until, limit, timeZone }: Range & { timeZone: string },
): AsyncGenerator<Row[]> {
  const [from, to] = [since?.(timeZone) ?? 0, until?.(timeZone) ?? Number.POSITIVE_INFINITY];
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const page of pages) {
    const rows = page.filter((row) => timeOf(row) >= from && timeOf(row) < to).slice(0, left);
    yield rows;
    left -= rows.length;
    if (left === 0) return;
  }
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,9}$/.test(text) && limit > 0) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}
