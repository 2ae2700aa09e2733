/**
 * `npm test` runs the quick checks, `npm run test:full` all of them, and `npm run check` those without tests. `npm test
 * -- FILTER` runs the test files whose path contains FILTER; on both engines with ENGINES=sqlite,postgres. With
 * `--coverage`, the server's tests must reach the coverage threshold.
 * The last line is the count.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TestCount } from './test-reports.ts';
import {
  allStages,
  filteredStages,
  resultsFolder,
  root,
  type Stage,
  type Step,
  type TestOptions,
} from './test-steps.ts';

interface Result extends TestCount {
  name: string;
  seconds: number;
}

const { options, filters } = readArguments();
const stages = filters.length > 0 ? filteredStages(filters, options) : allStages(options);
if (stages.length === 0) fail(`No path of a test file contains ${filters.join(' or ')}.`);
rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder);
const results: Result[] = [];
for (const stage of stages) results.push(...(await runStage(stage)));
report(results);

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

async function runStage(lanes: Stage): Promise<Result[]> {
  const isShared = lanes.length > 1;
  const runLane = async (steps: Step[]): Promise<Result[]> => {
    const results: Result[] = [];
    for (const step of steps) results.push(await runStep(step, isShared));
    return results;
  };
  return (await Promise.all(lanes.map(runLane))).flat();
}

/** @param isShared other steps run at the same time, so the output is printed when the step ends */
async function runStep({ name, commands, env, report }: Step, isShared: boolean): Promise<Result> {
  // The report of an earlier step must not be counted twice.
  if (report) rmSync(report.file, { force: true });
  const chunks: Buffer[] = [];
  const print = (chunk: Buffer) =>
    void (isShared ? chunks.push(chunk) : process.stdout.write(chunk));
  print(Buffer.from(`\n== ${name}\n`));
  const startedAt = performance.now();
  let succeeded = true;
  for (const command of commands) succeeded &&= await runCommand(command, env, print);
  const seconds = (performance.now() - startedAt) / 1_000;
  const result = succeeded ? 'passed' : 'FAILED';
  print(Buffer.from(`== ${name}: ${result} in ${seconds.toFixed(1)} s\n`));
  process.stdout.write(Buffer.concat(chunks));
  const count = report ? readReport(report) : { passed: succeeded ? 1 : 0, failures: [] };
  // A runner can crash, or can run no test.
  const isFailed = !succeeded || count.passed === 0;
  const failures = isFailed && count.failures.length === 0 ? [name] : count.failures;
  return { name, seconds, passed: count.passed, failures };
}

/** @returns whether the program exited with 0 */
async function runCommand(
  [program = '', ...args]: string[],
  env: Step['env'],
  print: (chunk: Buffer) => void,
): Promise<boolean> {
  const child = spawn(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  child.stdout.on('data', print);
  child.stderr.on('data', print);
  try {
    const [code] = await once(child, 'close');
    return code === 0;
  } catch (error) {
    print(Buffer.from(`${program}: ${error instanceof Error ? error.message : error}\n`));
    return false;
  }
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
