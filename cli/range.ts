/** The options `--since`, `--until` and `--limit` of lists. */
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { type Moment, parseTime, parseUntil } from './arguments.ts';
import { UsageError } from './errors.ts';

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

/** @returns milliseconds since 1970 UTC; undefined for a side without a limit @throws UsageError */
export function toTimes(
  { since, until }: Pick<Range, 'since' | 'until'>,
  timeZone: string,
): { since: number | undefined; until: number | undefined } {
  const times = { since: since?.(timeZone), until: until?.(timeZone) };
  refuseEmpty(times.since, times.until);
  return times;
}

/** An empty period is a slip of the operator. @throws UsageError */
export function refuseEmpty(from = 0, to = Number.POSITIVE_INFINITY): void {
  if (to <= from) throw new UsageError('the period ends no later than it begins');
}

/** @param timeOf milliseconds since 1970 UTC @throws UsageError at once, before a row is read */
export function inRange<Row>(
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  timeOf: (row: Row) => number,
  { timeZone, limit, ...range }: Range & { timeZone: string },
): AsyncGenerator<Row[]> {
  const { since = 0, until = Number.POSITIVE_INFINITY } = toTimes(range, timeZone);
  return filterPages(pages, (row) => timeOf(row) >= since && timeOf(row) < until, limit);
}

async function* filterPages<Row>(
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  isIncluded: (row: Row) => boolean,
  limit: number | undefined,
): AsyncGenerator<Row[]> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const page of pages) {
    const rows = page.filter(isIncluded).slice(0, left);
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
