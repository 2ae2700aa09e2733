/**
 * `npm test` runs the quick checks, `npm run test:full` all of them, and `npm run check` those without tests. `npm test
 * -- FILTER` runs the test files whose path contains FILTER; on both engines with ENGINES=sqlite,postgres. With
 * `--coverage`, the server's tests must reach the coverage threshold.
 * The last line is the count.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { provideChromium } from './chromium.ts';
import { nonDurable, providePostgres } from './postgres.ts';
import { type Provision, type Provisions, type Result, runStages } from './test-run.ts';
import {
  allStages,
  filteredStages,
  type Need,
  resultsFolder,
  type TestOptions,
} from './test-steps.ts';

const { options, filters } = readArguments();
const stages = filters.length > 0 ? filteredStages(filters, options) : allStages(options);
if (stages.length === 0) fail(`No path of a test file contains ${filters.join(' or ')}.`);
mkdirSync(resultsFolder, { recursive: true });
const stops: (() => Promise<void>)[] = [];
// A server that was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const provided: Provisions = {};
for (const need of new Set(stages.flat(2).flatMap(({ needs = [] }) => needs))) {
  provided[need] = await provide(need);
}
report(await runStages(stages, provided));
for (const stop of stops) await stop();

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

/** Two jobs must not install or start the same thing, so it is provided before the first one. */
async function provide(need: Need): Promise<Provision> {
  try {
    if (need === 'chromium') {
      await provideChromium();
      return { env: {} };
    }
    const { url, stop } = await providePostgres(nonDurable);
    stops.push(stop);
    return { env: { TEST_DATABASE_URL: url } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function report(results: Result[]): void {
  process.stdout.write('\nSeconds  Passed  Failed  Not run\n');
  for (const { name, seconds, passed, failures, notRun } of results) {
    const figures = [seconds.toFixed(1), passed, failures.length, notRun];
    const columns = figures.map((figure) => String(figure).padStart(7)).join(' ');
    process.stdout.write(`${columns}  ${name}\n`);
  }
  // Repeat what went wrong at the end, because people read the end of a long log first.
  const failures = results.flatMap((result) => result.failures);
  for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`);
  for (const { problems } of results) {
    for (const problem of problems) process.stdout.write(`NOT RUN: ${problem}\n`);
  }
  const sum = (key: 'passed' | 'notRun') =>
    results.reduce((total, result) => total + result[key], 0);
  const notRun = sum('notRun');
  const tests = notRun === 1 ? 'test was' : 'tests were';
  const more = notRun > 0 ? `, ${notRun.toLocaleString('en-US')} ${tests} not run` : '';
  process.stdout.write(`\n${sum('passed')} passed, ${failures.length} failed${more}\n`);
  process.exitCode = failures.length + notRun === 0 ? 0 : 1;
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
