/** Reads the JSON reports of the two test runners. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

const REASON_MAX_LENGTH = 400;

export interface TestCount {
  passed: number;
  /** A line for each failed test. */
  failures: string[];
}

/** @param root the folder to which file names are relative */
export function readVitestReport(file: string, root: string): TestCount {
  const report: JsonTestResults = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        describeFailure(`${relative(root, name)}: ${fullName}`, failureMessages?.[0]),
      ),
  );
  return { passed: report.numPassedTests, failures };
}

/** A flaky test counts as failed. */
export function readPlaywrightReport(file: string): TestCount {
  const report: JSONReport = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: report.stats.expected, failures: report.suites.flatMap(findFailures) };
}

function findFailures({ suites = [], specs }: JSONReportSuite): string[] {
  const failures = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        describeFailure(`${file}: ${title} (${projectName})`, results[0]?.error?.message),
      ),
  );
  return [...failures, ...suites.flatMap(findFailures)];
}

function describeFailure(name: string, reason = ''): string {
  const [withoutStack = ''] = stripVTControlCharacters(reason).split(/\n\s+at /);
  const oneLine = withoutStack.replaceAll(/\s+/g, ' ').trim();
  return `${name}: ${oneLine.slice(0, REASON_MAX_LENGTH)}`;
}
