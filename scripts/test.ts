/** Everything that `npm test` proves, one step after the other; the last line counts it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { provideChromium } from './chromium.ts';

const root = resolve(import.meta.dirname, '..');
const results = join(root, 'test-results');

interface Count {
  passed: number;
  failed: number;
  /** What failed, and why: said again at the end, where a long output is looked at first. */
  failures: string[];
}

/** `ENGINES=sqlite` or `ENGINES=postgres` narrows the tests to one database engine. */
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',');

interface Step {
  name: string;
  /** Commands of the installed packages, run in this order until one fails. */
  commands: string[][];
  env?: Record<string, string>;
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
  ...engines.map((engine) => ({
    name: `Pages in Chromium, on ${engine}`,
    commands: [['playwright', 'test']],
    env: { TEST_ENGINE: engine },
    count: countPlaywright,
  })),
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results);
const total: Count = { passed: 0, failed: 0, failures: [] };
for (const step of steps) {
  const { passed, failed, failures } = run(step);
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
}
for (const failure of total.failures) process.stdout.write(`FAILED: ${failure}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

function run({ name, commands, env, count }: Step): Count {
  process.stdout.write(`\n== ${name}\n`);
  const started = performance.now();
  const succeeded = commands.every((command) => runCommand(command, env));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${succeeded ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  const counted = count ? readCount(count) : { passed: Number(succeeded), failed: 0, failures: [] };
  // A step can fail without a failed test: a runner that crashed, or ran none.
  const isHidden = !succeeded && counted.failed === 0;
  return isHidden ? { ...counted, failed: 1, failures: [name] } : counted;
}

function runCommand([command = '', ...args]: string[], env: Step['env']): boolean {
  const { status, error } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env, CHROMIUM_PATH: chromiumFor(command) },
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
  const none = { passed: 0, failed: 1, failures: ['no test was counted'] };
  try {
    const counted = count();
    return counted.passed + counted.failed === 0 ? none : counted;
  } catch {
    return none;
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** https://vitest.dev/guide/reporters.html#json-reporter */
function countVitest(): Count {
  const report: VitestReport = JSON.parse(readFileSync(join(results, 'server.json'), 'utf8'));
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [why] }) =>
        describeFailure(`${relative(root, name)}: ${fullName}`, why),
      ),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  /** One for all projects, as are their suites. */
  specs: { title: string; file: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  results: { error?: { message?: string } }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

/** https://playwright.dev/docs/test-reporters#json-reporter; a flaky test is a failed one. */
function countPlaywright(): Count {
  const file = join(results, 'pages.json');
  const { stats, suites }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  // So that the next run's can't be mistaken.
  rmSync(file);
  const failures = suites.flatMap(failuresIn);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}

function failuresIn({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        describeFailure(`${file}: ${title} (${projectName})`, results[0]?.error?.message),
      ),
  );
  return [...own, ...suites.flatMap(failuresIn)];
}

/** On one line, and no longer than one reads. */
function describeFailure(name: string, why = ''): string {
  const sentence = stripVTControlCharacters(why).replaceAll(/\s+/g, ' ').trim();
  return `${name}: ${sentence.slice(0, 400)}`;
}
