import { expect, test } from 'vitest';
import { importUnfinished } from '../../server/operations/feeds/apply/errors.ts';
import { describeProgress } from '../../server/operations/feeds/report.ts';
import { OutcomeUnknown } from '../../server/platform/storage/errors.ts';
import { describeExport } from './catalogue.ts';

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

test('an import that failed says how far it came, and what to do', () => {
  const written = { records: 455_000, line: 455_001, hasDifferences: false };
  expect(importUnfinished(written, new Error('lost'))).toMatchObject({
    outcome: 'part',
    message:
      '455,000 records, up to line 455,001, are written. Apply the file again to write the rest. It sets their stock and prices again: if any were sold or changed since, remove these records from it first.',
  });
  const differences = { records: 1, line: 2, hasDifferences: true };
  expect(importUnfinished(differences, new OutcomeUnknown(new Error('lost')))).toMatchObject({
    outcome: 'unknown',
    message:
      '1 record, up to line 2, is written. Those right after them may be written, or not. Apply the file again to write the rest. The file changes stock by differences: if you change it, remove these records from it first.',
  });
});
