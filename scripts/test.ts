/** Everything that `npm test` proves, one step after the other; the last line counts it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { provideChromium } from './chromium.ts';

const root = resolve(import.meta.dirname, '..');
const results = join(root, 'test-results');

interface Count {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  /** Commands of the installed packages, run in this order until one fails. */
  commands: string[][];
  /** Counts the tests of a step that has some; a step without counts as one. */
  count?: () => Count;
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
      ...['.', 'web', 'e2e'].map((project) => ['tsc', '-p', project]),
    ],
  },
  { name: 'Nothing unused', commands: [['knip']] },
  {
    name: 'Contract, server and command line',
    commands: [
      [
        'vitest',
        'run',
        '--coverage',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile=${join(results, 'server.json')}`,
      ],
    ],
    count: countVitest,
  },
  { name: 'Pages in Chromium', commands: [['playwright', 'test']], count: countPlaywright },
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results);
const total: Count = { passed: 0, failed: 0 };
for (const step of steps) {
  const { passed, failed } = run(step);
  total.passed += passed;
  total.failed += failed;
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

function run({ name, commands, count }: Step): Count {
  process.stdout.write(`\n== ${name}\n`);
  const started = performance.now();
  const succeeded = commands.every(runCommand);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${succeeded ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  const counted = count ? readCount(count) : { passed: Number(succeeded), failed: 0 };
  // A step can fail without a failed test: a runner that crashed, or ran none.
  const isHidden = !succeeded && counted.failed === 0;
  return isHidden ? { ...counted, failed: 1 } : counted;
}

function runCommand([command = '', ...args]: string[]): boolean {
  const { status, error } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, CHROMIUM_PATH: chromiumFor(command) },
  });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status === 0;
}

/** Found, or installed, only when the pages' turn comes. */
function chromiumFor(command: string): string | undefined {
  if (command !== 'playwright') return process.env.CHROMIUM_PATH;
  try {
    return provideChromium();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return undefined;
  }
}

/** No test counted is a failure: the runner didn't get that far. */
function readCount(count: () => Count): Count {
  try {
    const counted = count();
    return counted.passed + counted.failed === 0 ? { passed: 0, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** https://vitest.dev/guide/reporters.html#json-reporter */
function countVitest(): Count {
  const report = JSON.parse(readFileSync(join(results, 'server.json'), 'utf8'));
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** https://playwright.dev/docs/test-reporters#json-reporter; a flaky test is a failed one. */
function countPlaywright(): Count {
  const { stats } = JSON.parse(readFileSync(join(results, 'pages.json'), 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
