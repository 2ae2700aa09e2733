/** Days and times, most of them in the shop's time zone. */

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2}))?$/;

/** @returns a function that gives the day of a time, like `2026-11-25` */
export function createDayFormat(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
  return (time) => format.format(time);
}

/** @returns a function that gives day and minute of a time, like `2026-11-25 20:05` */
export function createMinuteFormat(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
  });
  return (time) => format.format(time);
}

/** Formats a time in ISO 8601, in UTC. @param time milliseconds since 1970 UTC */
export function toIso(time: number): string {
  return new Date(time).toISOString();
}

/** The first moment of a day. @param day like `2026-11-25` @returns milliseconds since 1970 UTC */
export function startOfDay(day: string, timeZone: string): number {
  return toMoment(`${day}T00:00`, timeZone);
}

/**
 * @param local a time that a clock shows, like `2026-11-25T20:05`
 * @returns milliseconds since 1970 UTC; the first moment if the clock shows the time twice, and the moment at which the
 *   clock is set forward if it skips the time by that
 */
export function toMoment(local: string, timeZone: string): number {
  const inUtc = Date.parse(`${local}Z`);
  const before = offsetAt(inUtc - DAY_MS, timeZone);
  const after = offsetAt(inUtc + DAY_MS, timeZone);
  const fits = (offset: number) => offsetAt(inUtc - offset, timeZone) === offset;
  return inUtc - (fits(after) && !fits(before) ? after : before);
}

/** @param days negative for earlier days */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function offsetAt(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const [, sign, hours = '0', minutes = '0'] = OFFSET.exec(format.format(time)) ?? [];
  const offset = Number(hours) * HOUR_MS + (Number(minutes) * HOUR_MS) / 60;
  return sign === '-' ? -offset : offset;
}
