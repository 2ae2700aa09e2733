import { expect, test } from 'vitest';
import { createDayFormat, nextDay, startOfDay } from './days.ts';

test.each([
  ['2026-11-25', 'UTC', '2026-11-25T00:00:00.000Z'],
  ['2026-11-25', 'Europe/Berlin', '2026-11-24T23:00:00.000Z'],
  // Clocks change on these days.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-11-25', 'Asia/Kolkata', '2026-11-24T18:30:00.000Z'],
  ['2026-11-25', 'America/New_York', '2026-11-25T05:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, iso) => {
  const start = startOfDay(day, timeZone);
  expect(new Date(start).toISOString()).toBe(iso);
  const dayOf = createDayFormat(timeZone);
  expect([dayOf(start), nextDay(dayOf(start - 1))]).toEqual([day, day]);
});
