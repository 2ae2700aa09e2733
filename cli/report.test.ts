import { expect, test } from 'vitest';
import { describeExport, describeProgress, describeRest } from './report.ts';

test('progress tells how far, how fast and how long', () => {
  expect(describeProgress({ pass: 'checking', records: 412_000, perSecond: 58_000.4 })).toBe(
    'Checking: 412,000 records, 58,000/s',
  );
  expect(
    describeProgress({
      pass: 'writing',
      records: 412_000,
      total: 1_000_000,
      perSecond: 21_000,
      secondsLeft: 28,
    }),
  ).toBe('Writing: 412,000 of 1,000,000 records, 21,000/s, 28 s left');
});

test('an export tells what has no place in it', () => {
  expect(describeExport({ written: 2, leftOut: 0 }, 0.31)).toBe('Wrote 2 products, in 0.3 s.');
  expect(describeExport({ written: 1, leftOut: 1_200 }, 2)).toBe(
    'Wrote 1 product, and left out 1,200 that are not on sale, in 2.0 s.',
  );
});

test('an import that failed behind some steps tells what is done', () => {
  expect(describeRest(455_000)).toBe(
    '455,000 records are dealt with; the same command goes on behind them.\n',
  );
});
