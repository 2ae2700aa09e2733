import { addDays, createDayFormat, startOfDay } from '../server/platform/days.ts';

/** @param text a text that `parseDay` has accepted @returns the day in this time zone, like `2026-11-25` */
export function toDay(text: string, timeZone: string): string {
  const [, days] = /^(\d+)d$/.exec(text) ?? [];
  const back = text === 'today' ? 0 : text === 'yesterday' ? 1 : days;
  if (back === undefined) return text;
  return addDays(createDayFormat(timeZone)(Date.now()), -Number(back));
}

/** The first moment after a day. @param text as `toDay` takes it @returns milliseconds since 1970 UTC */
export function endOfDay(text: string, timeZone: string): number {
  return startOfDay(addDays(toDay(text, timeZone), 1), timeZone);
}
