import { expect, test } from 'vitest';
import { describeExport, describeInterruption, describeProgress } from './report.ts';

test('progress shows the records, the rate and the remaining time', () => {
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

test('an export names the data that it leaves out', () => {
  const started = performance.now();
  expect(describeExport({ written: 2, leftOut: 0 }, started - 300)).toMatch(
    /^Wrote 2 products, in \d+\.\d s\.\n$/,
  );
  expect(describeExport({ written: 1, leftOut: 1_200 }, started)).toMatch(
    /^Wrote 1 product, and left out 1,200 that are not on sale, in \d+\.\d s\.\n$/,
  );
});

test('an import that failed after some batches says how many records are imported', () => {
  expect(describeInterruption(455_000)).toBe(
    '455,000 records are imported. The same command continues after them.\n',
  );
});
