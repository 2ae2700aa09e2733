/**
 * `npm test` runs the quick checks, `npm run test:full` all of them, and `npm run check` those without tests. `npm test
 * -- FILTER` runs the test files whose path contains FILTER; on both engines with ENGINES=sqlite,postgres. With
 * `--coverage`, the server's tests must reach the coverage threshold.
 * The last line is the count.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TestCount } from './test-reports.ts';
import {
  allSteps,
  filteredSteps,
  resultsFolder,
  root,
  type Step,
  type TestOptions,
} from './test-steps.ts';

interface Result extends TestCount {
  name: string;
  seconds: number;
}

const { options, filters } = readArguments();
const steps = filters.length > 0 ? filteredSteps(filters, options) : allSteps(options);
if (steps.length === 0) fail(`No path of a test file contains ${filters.join(' or ')}.`);
rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder);
report(steps.map(runStep));

function readArguments(): { options: TestOptions; filters: string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        static: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        coverage: { type: 'boolean', default: false },
      },
    });
    return { options: values, filters: positionals };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function runStep({ name, commands, env, report }: Step): Result {
  // The report of an earlier step must not be counted twice.
  if (report) rmSync(report.file, { force: true });
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const succeeded = commands.every((command) => runCommand(command, env));
  const seconds = (performance.now() - startedAt) / 1_000;
  const result = succeeded ? 'passed' : 'FAILED';
  process.stdout.write(`== ${name}: ${result} in ${seconds.toFixed(1)} s\n`);
  const count = report ? readReport(report) : { passed: succeeded ? 1 : 0, failures: [] };
  // A runner can crash, or can run no test.
  const isFailed = !succeeded || count.passed === 0;
  const failures = isFailed && count.failures.length === 0 ? [name] : count.failures;
  return { name, seconds, passed: count.passed, failures };
}

function runCommand([program = '', ...args]: string[], env: Step['env']): boolean {
  const { status, error } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  if (error) process.stderr.write(`${program}: ${error.message}\n`);
  return status === 0;
}

function readReport({ file, read }: NonNullable<Step['report']>): TestCount {
  try {
    return read(file);
  } catch {
    // A crashed runner writes no report.
    return { passed: 0, failures: [] };
  }
}

function report(results: Result[]): void {
  process.stdout.write('\nSeconds  Passed  Failed\n');
  for (const { name, seconds, passed, failures } of results) {
    const figures = [seconds.toFixed(1), passed, failures.length];
    const columns = figures.map((figure) => String(figure).padStart(7)).join(' ');
    process.stdout.write(`${columns}  ${name}\n`);
  }
  // Repeat the failures at the end, because people read the end of a long log first.
  const failures = results.flatMap((result) => result.failures);
  for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
