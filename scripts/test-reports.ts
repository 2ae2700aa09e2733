/** Reads the JSON reports of the two test runners. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  JSONReport,
  JSONReportSpec,
  JSONReportSuite,
  JSONReportTest,
} from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

const REASON_MAX_LENGTH = 400;

/** Numbers of tests by test file. */
export type Counts = Record<string, number>;

export interface TestReport {
  passed: number;
  /** A line for each failed test. */
  failures: string[];
  /** A line for each reason why tests were not run. */
  problems: string[];
  /** The tests with a result. */
  ended: Counts;
}

/** @param root the folder to which file names are relative in lines */
export function readVitestReport(file: string, root: string): TestReport {
  const { numPassedTests, testResults }: JsonTestResults = readJson(file);
  const report: TestReport = { passed: numPassedTests, failures: [], problems: [], ended: {} };
  for (const { name, status, message, assertionResults: tests } of testResults) {
    const path = relative(root, name);
    const failures = tests
      .filter((test) => test.status === 'failed')
      .map((test) => describe(`${path}: ${test.fullName}`, test.failureMessages?.[0]));
    report.failures.push(...failures);
    // A hook failed, or the file could not be loaded. Then its other tests are called skipped.
    const isBroken = status === 'failed' && failures.length === 0;
    const left = tests.filter(
      (test) => test.status === 'pending' || (isBroken && test.status === 'skipped'),
    );
    if (isBroken || left.length > 0)
      report.problems.push(describe(path, message || 'it ended before its tests'));
    report.ended[name] = (report.ended[name] ?? 0) + tests.length - left.length;
  }
  return report;
}

/** A flaky test counts as failed. */
export function readPlaywrightReport(file: string): TestReport {
  const { stats, suites, errors }: JSONReport = readJson(file);
  const tests = suites.flatMap(listTests);
  return {
    passed: stats.expected,
    failures: tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ file, title, projectName, results }) =>
        describe(`${file}: ${title} (${projectName})`, results[0]?.error?.message),
      ),
    problems: errors.map(({ message }) => describe('Playwright', message)),
    ended: countByFile(tests.filter(({ results }) => results.length > 0)),
  };
}

/** @param file what `scripts/count-tests.ts` wrote */
export const readVitestCounts = (file: string): Counts => readJson(file);

/** @param file the report of `playwright test --list` */
export function readPlaywrightCounts(file: string): Counts {
  const { suites }: JSONReport = readJson(file);
  return countByFile(
    suites.flatMap(listTests).filter(({ expectedStatus }) => expectedStatus === 'passed'),
  );
}

/** @returns how many of the `expected` tests have not `ended` */
export function countMissing(expected: Counts, ended: Counts): number {
  return Object.entries(expected).reduce(
    (sum, [file, tests]) => sum + Math.max(0, tests - (ended[file] ?? 0)),
    0,
  );
}

function listTests({ suites = [], specs }: JSONReportSuite): (JSONReportTest & JSONReportSpec)[] {
  const own = specs.flatMap((spec) => spec.tests.map((test) => ({ ...spec, ...test })));
  return [...own, ...suites.flatMap(listTests)];
}

function countByFile(tests: readonly { file: string }[]): Counts {
  const counts: Counts = {};
  for (const { file } of tests) counts[file] = (counts[file] ?? 0) + 1;
  return counts;
}

// The programs that write these files document their types.
function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

function describe(name: string, reason = ''): string {
  const [withoutStack = ''] = stripVTControlCharacters(reason).split(/\n\s+at /);
  const oneLine = withoutStack.replaceAll(/\s+/g, ' ').trim();
  return `${name}: ${oneLine.slice(0, REASON_MAX_LENGTH)}`;
}
