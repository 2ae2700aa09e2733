/** Runs every check of `npm test`, one step after the other. The last line is the count. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPlaywrightReport, readVitestReport, type TestCount } from './test-reports.ts';

const root = resolve(import.meta.dirname, '..');
const results = join(root, 'test-results');
const vitestReport = join(results, 'server.json');
/** The name is set in playwright.config.ts. */
const playwrightReport = join(results, 'pages.json');

/** `ENGINES=sqlite` or `ENGINES=postgres` restricts the tests to one database engine. */
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',');

interface Step {
  name: string;
  /** Programs of the installed packages with their arguments; the first that fails ends the step. */
  commands: string[][];
  env?: Record<string, string>;
  /** The report of a test runner. A step without one counts as one test. */
  report?: { file: string; read(file: string): TestCount };
}

const steps: Step[] = [
  {
    name: 'Format, lint and import rules',
    commands: [['biome', 'ci', '--colors=off', '--error-on-warnings', '.']],
  },
  {
    name: 'Types',
    commands: [
      ['react-router', 'typegen'],
      ['tsc', '-p', '.'],
      ['tsc', '-p', 'web'],
      ['tsc', '-p', 'e2e'],
    ],
  },
  { name: 'Unused code', commands: [['knip']] },
  {
    name: 'Contract, server and command line',
    commands: [
      [
        'vitest',
        'run',
        '--coverage',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile=${vitestReport}`,
      ],
    ],
    report: { file: vitestReport, read: (file) => readVitestReport(file, root) },
  },
  ...engines.map((engine) => ({
    name: `Pages in Chromium, on ${engine}`,
    commands: [['playwright', 'test']],
    env: { TEST_ENGINE: engine },
    report: { file: playwrightReport, read: readPlaywrightReport },
  })),
];

let passed = 0;
const failures: string[] = [];
rmSync(results, { recursive: true, force: true });
mkdirSync(results);
for (const step of steps) {
  const count = runStep(step);
  passed += count.passed;
  failures.push(...count.failures);
}
// Repeated here, because the end of a long log is read first.
for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`);
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function runStep({ name, commands, env, report }: Step): TestCount {
  // The report of an earlier step must not be counted twice.
  if (report) rmSync(report.file, { force: true });
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const succeeded = commands.every((command) => runCommand(command, env));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${succeeded ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  const count = report ? readReport(report) : { passed: succeeded ? 1 : 0, failures: [] };
  // A runner can crash, or run no test at all.
  const isFailed = !succeeded || count.passed === 0;
  return isFailed && count.failures.length === 0 ? { ...count, failures: [name] } : count;
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
    // A runner that crashed leaves no report.
    return { passed: 0, failures: [] };
  }
}
