/** Times and days as arguments, and the options `--since`, `--until` and `--limit` of lists. */
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { addDays, createDayFormat, startOfDay, toMoment } from '../../server/platform/days.ts';

const DAY = /^(\d{4}-\d{2}-\d{2}|today|yesterday)$/;
const DAYS_AGO = /^(\d{1,4})d$/;
const TIME = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
const DAY_MS = 24 * 60 * 60 * 1_000;
const TIMES = 'as 2026-11-25, 2026-11-25T20:05Z, today, yesterday or 7d';

/** Milliseconds since 1970 UTC of a time in the time zone of the shop, which a command reads later. */
type Moment = (timeZone: string) => number;
/** A day in the time zone of the shop, like `2026-11-25`. */
type Day = (timeZone: string) => string;

/**
 * @param text a date or an ISO 8601 time, in the shop's time zone unless it names another; today or yesterday, which
 * begin at midnight; or `7d`, seven days ago
 */
export function parseTime(text: string): Moment {
  if (text === 'today' || text === 'yesterday') return beginOf(parseDay(text));
  const [, days] = DAYS_AGO.exec(text) ?? [];
  if (days !== undefined) return () => Date.now() - Number(days) * DAY_MS;
  const [, date = '', time = '00:00', zone] = TIME.exec(text) ?? [];
  refuseUnlessDate(date);
  const local = `${date}T${time}`;
  if (!(Date.parse(`${local}${zone ?? 'Z'}`) >= 0)) throw invalidTime();
  if (zone !== undefined) return () => Date.parse(`${local}${zone}`);
  return (timeZone) => toMoment(local, timeZone);
}

/** Like `parseTime`, but a day means its end (exclusive). */
export function parseUntil(text: string): Moment {
  return DAY.test(text) ? endOf(parseDay(text)) : parseTime(text);
}

/** @param text a date, today, yesterday, or `7d`, seven days ago */
export function parseDay(text: string): Day {
  const [, days = text === 'yesterday' ? '1' : '0'] = DAYS_AGO.exec(text) ?? [];
  if (DAYS_AGO.test(text) || text === 'today' || text === 'yesterday') {
    return (timeZone) => addDays(createDayFormat(timeZone)(Date.now()), -Number(days));
  }
  if (!DAY.test(text)) {
    throw new InvalidArgumentError('It must be a day, as 2026-11-25, today, yesterday or 7d.');
  }
  refuseUnlessDate(text);
  return () => text;
}

export function beginOf(day: Day): Moment {
  return (timeZone) => startOfDay(day(timeZone), timeZone);
}

/** The first moment after a day. */
export function endOf(day: Day): Moment {
  return (timeZone) => startOfDay(addDays(day(timeZone), 1), timeZone);
}

/** `Date` turns February 30 into a day of March, so the date is compared with its input. */
function refuseUnlessDate(date: string): void {
  const midnight = new Date(`${date}T00:00Z`);
  if (!(midnight.getTime() >= 0) || !midnight.toISOString().startsWith(date)) throw invalidTime();
}

function invalidTime(): InvalidArgumentError {
  return new InvalidArgumentError(`It must be a date or a time, ${TIMES}.`);
}

export interface Range {
  /** The earliest time. */
  since?: Moment | undefined;
  /** The first time that is too late. */
  until?: Moment | undefined;
  /** Rows at most. */
  limit?: number | undefined;
}

export function withRange<T extends CommandUnknownOpts>(command: T): T {
  command
    .option('--since <time>', `only then or later, ${TIMES}`, parseTime)
    .option('--until <time>', `only before then, or up to the end of that day`, parseUntil)
    .option('--limit <number>', 'so many at most', parseLimit);
  return command;
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,9}$/.test(text) && limit > 0) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

/**
 * An empty period is a slip of the operator.
 * @returns milliseconds since 1970 UTC; undefined for a side without a limit
 * @throws InvalidArgumentError
 */
export function toTimes({ since, until }: Omit<Range, 'limit'>, timeZone: string) {
  const times = { since: since?.(timeZone), until: until?.(timeZone) };
  if ((times.until ?? Number.POSITIVE_INFINITY) <= (times.since ?? 0)) {
    throw new InvalidArgumentError('the period ends no later than it begins');
  }
  return times;
}

export type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** @param timeOf milliseconds since 1970 UTC @throws InvalidArgumentError at once, before a row is read */
export function inRange<Row>(
  pages: Pages<Row>,
  timeOf: (row: Row) => number,
  { limit = Number.POSITIVE_INFINITY, ...range }: Range,
  timeZone: string,
): AsyncGenerator<Row[]> {
  const { since = 0, until = Number.POSITIVE_INFINITY } = toTimes(range, timeZone);
  return filterPages(pages, (row) => timeOf(row) >= since && timeOf(row) < until, limit);
}

async function* filterPages<Row>(
  pages: Pages<Row>,
  isIncluded: (row: Row) => boolean,
  limit: number,
): AsyncGenerator<Row[]> {
  let left = limit;
  for await (const page of pages) {
    const rows = page.filter(isIncluded).slice(0, left);
    yield rows;
    left -= rows.length;
    if (left === 0) return;
  }
}
