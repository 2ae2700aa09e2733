import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliverBy } from './delivery.ts';

const DAY_MS = 86_400_000;

describe('R10.7: delivery within 7 business days, Monday to Friday', () => {
  test.each([
    ['a Monday', '2026-11-02T00:00:00Z', '2026-11-11'],
    ['a Tuesday', '2026-11-03T12:00:00Z', '2026-11-12'],
    ['a Wednesday', '2026-11-04T12:00:00Z', '2026-11-13'],
    ['a Thursday', '2026-11-05T12:00:00Z', '2026-11-16'],
    ['a Friday', '2026-11-06T23:59:59Z', '2026-11-17'],
    ['a Saturday', '2026-11-07T00:00:00Z', '2026-11-17'],
    ['a Sunday', '2026-11-08T23:59:59Z', '2026-11-17'],
    ["the year's end", '2026-12-24T12:00:00Z', '2027-01-04'],
    ['a leap day', '2028-02-24T12:00:00Z', '2028-03-06'],
  ])('placed on %s (%s), it arrives by %s', (_, placedAt, date) => {
    expect(deliverBy(Date.parse(placedAt))).toBe(date);
  });

  test('whenever it is placed, seven business days lie between, and it arrives on one', () => {
    const isBusinessDay = (day: number) => ![0, 6].includes(new Date(day).getUTCDay());
    const day = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(day, fc.nat(DAY_MS - 1), (placedOn, timeOfDay) => {
        const arrives = Date.parse(deliverBy(placedOn * DAY_MS + timeOfDay));
        let businessDays = 0;
        for (let d = (placedOn + 1) * DAY_MS; d <= arrives; d += DAY_MS) {
          if (isBusinessDay(d)) businessDays++;
        }
        expect(businessDays).toBe(7);
        expect(isBusinessDay(arrives)).toBe(true);
      }),
    );
  });
});
