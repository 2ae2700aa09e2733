import { expect, test } from 'vitest';
import { formatDay } from './dates.ts';

test('a day is written as Intl writes it, every day of three years', () => {
  const intl = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });
  const first = Date.UTC(2026, 0, 1);
  for (let nth = 0; nth < 3 * 366; nth++) {
    const date = new Date(first + nth * 86_400_000);
    expect(formatDay(date.toISOString().slice(0, 10))).toBe(intl.format(date));
  }
});
