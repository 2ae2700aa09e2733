import { expect, test } from 'vitest';
import { formatDay, formatMoment } from './dates.ts';

test('a day is written as Intl writes it, every day of three years', () => {
  const intl = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });
  const first = Date.UTC(2026, 0, 1);
  for (let nth = 0; nth < 3 * 366; nth++) {
    const date = new Date(first + nth * 86_400_000);
    expect(formatDay(date.toISOString().slice(0, 10), 'full')).toBe(intl.format(date));
  }
});

test('a locale decides the form of days and times', () => {
  expect(formatDay('2026-11-20', 'long')).toBe('November 20, 2026');
  expect(formatDay('2026-11-20', 'full', 'de-DE')).toBe('Freitag, 20. November 2026');
  expect(formatDay('2026-11-20', 'long', 'en-GB')).toBe('20 November 2026');
  const moment = '2026-11-20T18:05:00Z';
  expect(formatMoment(moment, { timeZone: 'Europe/Berlin', locale: 'de-DE' })).toBe(
    '20. November 2026 um 19:05',
  );
  expect(formatMoment(moment, { timeZone: 'UTC' })).toMatch(/^November 20, 2026 at 6:05\sPM$/);
});
