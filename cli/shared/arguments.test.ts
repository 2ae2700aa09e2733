import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseAmount } from './arguments.ts';
import { parseTime, parseUntil } from './periods.ts';

describe('an amount', () => {
  test.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.50', 1_250],
    ['0.01', 1],
    ['0.29', 29],
    ['100000000', 10_000_000_000],
  ])('%s is dollars', (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  const malformed = [
    '12.345',
    '1e3',
    '-5',
    'abc',
    '',
    '1,000',
    '$5',
    '.5',
    '5.',
    ' 5',
    '0x10',
    '١',
  ];
  test.each([...malformed, ...['0', '0.00', '100000000.01']])(
    '"%s" is refused with what is right',
    (text) => {
      expect(() => parseAmount(text)).toThrow(
        'It must be an amount in dollars with at most two decimals, from 0.01 to 100000000, as 12.50.',
      );
    },
  );
});

describe('a time', () => {
  test.each([
    ['2026-11-25', '2026-11-25T00:00:00.000Z'],
    ['2026-11-25T20:05', '2026-11-25T20:05:00.000Z'],
    ['2026-11-25T20:05:30.123Z', '2026-11-25T20:05:30.123Z'],
    ['2026-11-25T20:05+01:00', '2026-11-25T19:05:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is of the shop’s time zone unless it names another', (text, iso) => {
    expect(new Date(parseTime(text)('UTC')).toISOString()).toBe(iso);
  });

  describe('may be relative; the end of a day is the next midnight', () => {
    afterEach(() => vi.useRealTimers());
    test.each([
      ['today', '2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
      ['yesterday', '2026-11-24T00:00:00.000Z', '2026-11-25T00:00:00.000Z'],
      ['7d', '2026-11-18T20:05:00.000Z', '2026-11-18T20:05:00.000Z'],
      ['2026-11-25', '2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
      ['2026-11-25T10:00', '2026-11-25T10:00:00.000Z', '2026-11-25T10:00:00.000Z'],
    ])('%s', (text, since, until) => {
      vi.useFakeTimers({ now: Date.parse('2026-11-25T20:05Z') });
      expect(new Date(parseTime(text)('UTC')).toISOString()).toBe(since);
      expect(new Date(parseUntil(text)('UTC')).toISOString()).toBe(until);
    });

    test.each([
      ['after a day of 23 hours', '2026-03-29T22:30Z', '2026-03-28T23:00:00.000Z'],
      ['at the end of a day of 25 hours', '2026-10-25T22:30Z', '2026-10-23T22:00:00.000Z'],
      ['after a day of 25 hours', '2026-10-25T23:30Z', '2026-10-24T22:00:00.000Z'],
    ])('%s, yesterday is the day before in Berlin', (_, now, begin) => {
      vi.useFakeTimers({ now: Date.parse(now) });
      const start = parseTime('yesterday')('Europe/Berlin');
      expect(new Date(start).toISOString()).toBe(begin);
      expect(parseUntil('yesterday')('Europe/Berlin')).toBe(parseTime('today')('Europe/Berlin'));
    });
  });

  test.each([
    ['2026-11-25', '2026-11-24T23:00:00.000Z', '2026-11-25T23:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-11-25T20:05', '2026-11-25T19:05:00.000Z', '2026-11-25T19:05:00.000Z'],
    ['2026-11-25T20:05Z', '2026-11-25T20:05:00.000Z', '2026-11-25T20:05:00.000Z'],
  ])('%s is another moment in Berlin', (text, since, until) => {
    expect(new Date(parseTime(text)('Europe/Berlin')).toISOString()).toBe(since);
    expect(new Date(parseUntil(text)('Europe/Berlin')).toISOString()).toBe(until);
  });

  test.each([
    ...['tomorrow', 'd', '-7d', '', '25.11.2026', '2026-11', '2026-11-25 20:05', '1764100000000'],
    ...['2026-02-30', '2026-13-01', '2026-11-25T25:00'],
  ])('"%s" is refused with what is right', (text) => {
    expect(() => parseTime(text)).toThrow(
      'It must be a date or a time, as 2026-11-25, 2026-11-25T20:05Z, today, yesterday or 7d.',
    );
  });
});
