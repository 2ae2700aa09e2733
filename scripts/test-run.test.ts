import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readVitestCounts, readVitestReport } from './test-reports.ts';
import { runStages } from './test-run.ts';
import { root } from './test-steps.ts';

/** Runs `npm test -- FILTER`. @returns its exit code and its last lines */
function runTests(filter: string, env: Record<string, string>) {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', filter], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n').slice(-3) };
}

test('without Chromium, the last line counts the tests that were not run', () => {
  expect(runTests('web/cart/line-amount', { CHROMIUM_PATH: '/missing' })).toEqual({
    status: 1,
    lines: [
      'NOT RUN: Screens: CHROMIUM_PATH is not a program: /missing.',
      '',
      '0 passed, 0 failed, 1 test was not run',
    ],
  });
});

test('without PostgreSQL, the tests on SQLite run, and the last line counts the others', () => {
  const env = {
    ENGINES: 'sqlite,postgres',
    TEST_DATABASE_URL: 'postgres://127.0.0.1:1/none',
  };
  expect(runTests('server/testing/test-database', env)).toEqual({
    status: 1,
    lines: [
      'NOT RUN: Contract, server and command line, on postgres: The server at TEST_DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.',
      '',
      '2 passed, 0 failed, 2 tests were not run',
    ],
  });
});

/** @param files test files by name */
async function runFiles(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-test-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const args = ['--root', folder, '--globals', '--pool=forks'];
  const [file, counts] = [join(folder, 'report.json'), join(folder, 'counts.json')];
  const step = {
    name: 'Step',
    commands: [['vitest', 'run', '--reporter=json', `--outputFile=${file}`, ...args]],
    report: {
      file,
      read: (report: string) => readVitestReport(report, folder),
      count: {
        command: ['node', 'scripts/count-tests.ts', counts, ...args],
        file: counts,
        read: readVitestCounts,
      },
    },
  };
  const [result] = await runStages([[[step], []]], {});
  return { ...result, seconds: 0 };
}

test('a file that fails before its tests says why, and its tests were not run', async () => {
  const result = await runFiles({
    'passing.test.js': `test('passes', () => {}); test.skip('is skipped', () => {})`,
    'failing.test.js': `test('fails', () => { throw new Error('one') })`,
    'missing.test.js': `import './missing.js'; test('a', () => {}); test('b', () => {})`,
    'hook.test.js': `beforeAll(() => { throw new Error('two') }); test.each([1, 2, 3])('%i', () => {})`,
    'crash.test.js': `test('ends its process', () => process.kill(process.pid, 'SIGKILL')); test('c', () => {})`,
  });
  expect({ ...result, problems: result.problems?.toSorted() }).toEqual({
    name: 'Step',
    seconds: 0,
    passed: 1,
    failures: ['failing.test.js: fails: Error: one'],
    problems: [
      'Step: crash.test.js: it ended before its tests',
      'Step: hook.test.js: two',
      expect.stringContaining("missing.test.js: Cannot find module './missing.js'"),
    ],
    notRun: 7,
  });
});

test('a runner that ends without a report has run none of its tests', async () => {
  const result = await runFiles({
    'crash.test.js': `test('ends the runner', () => process.kill(process.ppid, 'SIGKILL')); test('a', () => {})`,
  });
  expect(result).toEqual({
    name: 'Step',
    seconds: 0,
    passed: 0,
    failures: [],
    problems: ['Step: The runner ended without a report; see its output above.'],
    notRun: 2,
  });
});
