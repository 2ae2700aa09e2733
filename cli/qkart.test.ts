import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Help } from '@commander-js/extra-typings';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { runningFirst } from '../server/testing/shop-process.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { createProgram, describeVersion } from './program.ts';
import { runQkart, startQkart } from './shared/process.testing.ts';

describe('help goes to stdout with exit code 0, and needs no shop', () => {
  const noShop = { DATA_DIR: '/dev/null/no-shop' };

  test.each(['help', '--help', '-h'])('qkart %s lists all commands', async (word) => {
    const { code, stdout, stderr } = await runQkart([word], noShop);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of (await createProgram()).commands) {
      expect(stdout).toContain(`\n  ${new Help().subcommandTerm(command)} `);
    }
    expect(stdout).toContain(
      '\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 done in part, 4 done or not, look first, 130 interrupted.\n',
    );
  });

  test.each([
    ['catalogue', 'help'],
    ['help', 'catalogue'],
    ['catalogue', '--help'],
  ])('qkart %s %s lists the commands of the group', async (...words) => {
    const { code, stdout, stderr } = await runQkart(words, noShop);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ {2}count \[options\] +print the number of products$/m);
  });

  test('qkart COMMAND --help describes the command, whatever the other arguments are', async () => {
    const words = ['catalogue', 'import', 'a.csv', 'b.csv', '--help'];
    const { code, stdout, stderr } = await runQkart(words, noShop);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: qkart catalogue import \[options\] <file>\n/);
    expect(stdout).toMatch(/^ {2}--skip-invalid +skip invalid records/m);
  });

  test('every command and every option has a description', async () => {
    const all = (await createProgram()).commands.flatMap((command) => [
      command,
      ...command.commands,
    ]);
    expect(all.length).toBeGreaterThan(9);
    for (const command of all) {
      expect(command.description(), command.name()).not.toBe('');
      for (const { flags, description } of command.options) expect(description, flags).not.toBe('');
    }
  });

  test('qkart --version prints the version', async () => {
    const stdout = `${packageJson.version}\n`;
    expect(await runQkart(['--version'], noShop)).toEqual({ code: 0, stdout, stderr: '' });
    expect(await startQkart(['--version'], noShop).outcome).toMatchObject({ code: 0, stdout });
  });
});

test('a package knows its commit, a checkout does not', async () => {
  const folder = await openTestFolder();
  expect(describeVersion('1.2.3', folder)).toBe('1.2.3');
  await mkdir(join(folder, 'build'));
  await writeFile(join(folder, 'build/commit'), '746098d1c2ab-dirty\n');
  expect(describeVersion('1.2.3', folder)).toBe('1.2.3 (746098d1c2ab-dirty)');
});

test('on a version of Node that is too old, one sentence says so', async () => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '20.9.1' } });
    Object.defineProperty(process, 'version', { value: 'v20.9.1' })`;
  expect(await startQkart(['--version'], runningFirst(pretend)).outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: 'QKart needs Node 24 or later; this is v20.9.1.\n',
  });
});

describe('wrong usage goes to stderr with exit code 2', () => {
  test.each<[words: string[], reason: string]>([
    [[], 'Usage: qkart [options] [command]\n'],
    [['catalogue'], 'Usage: qkart catalogue [options] [command]\n'],
    [
      ['sell\x1b[2J'],
      "error: unknown command 'sell\\u{1b}[2J'\n\nUsage: qkart [options] [command]\n",
    ],
    [['adit'], "error: unknown command 'adit'\n(Did you mean audit?)\n"],
    [['catalogue', 'inport', 'a'], "error: unknown command 'inport'\n(Did you mean import?)\n"],
    [
      ['catalogue', 'import'],
      "error: missing required argument 'file'\n\n" +
        'Usage: qkart catalogue import [options] <file>\n--help describes the arguments.\n',
    ],
    [['catalogue', 'count', 'a'], "error: too many arguments for 'count'."],
    [
      ['catalogue', 'import', 'a.csv', '--dry-rum'],
      "error: unknown option '--dry-rum'\n(Did you mean --dry-run?)\n",
    ],
    [
      ['catalogue', 'import', 'a.csv', '--format', 'xls'],
      "error: option '--format <name>' argument 'xls' is invalid. Allowed choices are json, jsonl, csv, shopify, woo, google-xml, google-tsv.\n",
    ],
    [['catalogue', 'export', 'a.csv', '--dry-run'], "error: unknown option '--dry-run'\n"],
    [['move', '--from', 'a'], "error: required option '--to <database>' not specified\n"],
  ])('%j', async (words, reason) => {
    const { code, stdout, stderr } = await runQkart(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.slice(0, reason.length)).toBe(reason);
  });

  test('a separate process ends with it, too', async () => {
    expect((await startQkart(['adit'], {}).outcome).code).toBe(2);
  });
});
