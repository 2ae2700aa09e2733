import { expect, test } from 'vitest';
import { addDays, createDayFormat, startOfDay, toMoment } from './days.ts';

test.each([
  ['2026-11-25', 'UTC', '2026-11-25T00:00:00.000Z'],
  ['2026-11-25', 'Europe/Berlin', '2026-11-24T23:00:00.000Z'],
  // Clocks change on these days.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // There the clocks skip midnight, or show it twice.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ['2026-10-25', 'Asia/Beirut', '2026-10-24T22:00:00.000Z'],
  ['2026-11-25', 'Asia/Kolkata', '2026-11-24T18:30:00.000Z'],
  ['2026-11-25', 'America/New_York', '2026-11-25T05:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, iso) => {
  const start = startOfDay(day, timeZone);
  expect(new Date(start).toISOString()).toBe(iso);
  const dayOf = createDayFormat(timeZone);
  expect([dayOf(start), addDays(dayOf(start - 1), 1)]).toEqual([day, day]);
});

test.each([
  ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  // The clocks skip it.
  ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  // The clocks show it twice.
  ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
])('%s in Berlin is %s', (local, iso) => {
  expect(new Date(toMoment(local, 'Europe/Berlin')).toISOString()).toBe(iso);
});
