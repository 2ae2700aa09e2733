/** Parses arguments of several commands. Every function throws InvalidArgumentError with the expected format. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  CART_TOTAL_MAX_CENTS,
  IDEMPOTENCY_KEY_MAX_LENGTH,
  NOTE_MAX_LENGTH,
} from '../contract/limits.ts';
import { toDollars } from '../contract/money.ts';
import { startOfDay, toMoment } from '../server/platform/days.ts';
import { endOfDay, toDay } from './days.ts';

/** @param text dollars, `12` or `12.5` or `12.50` @returns cents */
export function parseAmount(text: string): number {
  const [, dollars, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
  if (cents > 0 && cents <= CART_TOTAL_MAX_CENTS) return cents;
  const max = toDollars(CART_TOTAL_MAX_CENTS);
  throw new InvalidArgumentError(
    `It must be an amount in dollars with at most two decimals, from 0.01 to ${max}, as 12.50.`,
  );
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A time in the time zone of the shop, which a command reads later, in milliseconds since 1970 UTC. */
export type Moment = (timeZone: string) => number;

/**
 * @param text a date or an ISO 8601 time, in the shop's time zone unless it names another; today or yesterday, which begin at
 *   midnight; or `7d`, so many days ago
 */
export function parseTime(text: string): Moment {
  if (/^(today|yesterday)$/.test(text))
    return (timeZone) => startOfDay(toDay(text, timeZone), timeZone);
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? [];
  if (days !== undefined) return () => Date.now() - Number(days) * DAY_MS;
  const [, date = '', time = '00:00', zone] = TIME.exec(text) ?? [];
  refuseUnlessDate(date);
  const local = `${date}T${time}`;
  if (!(Date.parse(`${local}${zone ?? 'Z'}`) >= 0)) throw invalidTime();
  return zone === undefined
    ? (timeZone) => toMoment(local, timeZone)
    : () => Date.parse(`${local}${zone}`);
}

/** The same, but a day means its end: what is before the time returned belongs to it. */
export function parseUntil(text: string): Moment {
  const moment = parseTime(text);
  if (!DATE.test(text) && !/^(today|yesterday)$/.test(text)) return moment;
  return (timeZone) => endOfDay(text, timeZone);
}

/** @param text a date, today, yesterday, or `7d`, so many days ago @returns the text itself */
export function parseDay(text: string): string {
  if (DATE.test(text)) refuseUnlessDate(text);
  if (DATE.test(text) || /^(today|yesterday|\d{1,4}d)$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a day, as 2026-11-25, today, yesterday or 7d.');
}

/** @param text a month, like `2026-11` @returns the text itself */
export function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a month, as 2026-11.');
}

/** `Date` turns February 30 into a day of March, so the date is compared with its input. */
function refuseUnlessDate(date: string): void {
  const midnight = new Date(`${date}T00:00Z`);
  if (!(midnight.getTime() >= 0) || !midnight.toISOString().startsWith(date)) throw invalidTime();
}

function invalidTime(): InvalidArgumentError {
  return new InvalidArgumentError(
    'It must be a date or a time, as 2026-11-25, 2026-11-25T20:05Z, today, yesterday or 7d.',
  );
}

/** @param text the operator's reason */
export function parseNote(text: string): string {
  const note = text.trim().normalize();
  if (note.length > 0 && note.length <= NOTE_MAX_LENGTH) return note;
  throw new InvalidArgumentError(`It must be a text of 1 to ${NOTE_MAX_LENGTH} characters.`);
}

/** @param text an idempotency key: a repeated request with the same key changes nothing */
export function parseKey(text: string): string {
  if (/^[!-~]+$/.test(text) && text.length <= IDEMPOTENCY_KEY_MAX_LENGTH) return text;
  throw new InvalidArgumentError(
    `It must be 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} visible ASCII characters.`,
  );
}
