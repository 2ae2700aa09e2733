import { describe, expect, test } from 'vitest';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { findCommand, findGroup, parseArguments } from './parse.ts';

test.each(commands.map((entry) => [entry.name, entry] as const))(
  '"%s" names its command',
  (name, entry) => {
    expect(findCommand([...name.split(' '), 'a', '--b'])).toBe(entry);
    expect(findGroup(name.split(' ')[0] ?? '').includes(entry)).toBe(name.includes(' '));
  },
);

test.each(['', 'sell', 'catalogue', 'catalogue sell', 'import', 'help'])(
  '"%s" names no command',
  (words) => {
    expect(findCommand(words.split(' '))).toBeUndefined();
  },
);

async function parse(line: string) {
  const words = line.split(' ');
  const entry = findCommand(words);
  if (entry === undefined) throw new Error('names no command');
  return parseArguments(entry, (await entry.load()).command, words);
}

describe('arguments', () => {
  test.each<[string, string[], Record<string, unknown>]>([
    ['catalogue import a.csv --skip-invalid', ['a.csv'], { 'skip-invalid': true }],
    ['catalogue import --dry-run a.csv', ['a.csv'], { 'dry-run': true }],
    ['catalogue import -- -a.csv', ['-a.csv'], { 'dry-run': false }],
    ['catalogue update a.csv --map a=_id --map b=cost', ['a.csv'], { map: ['a=_id', 'b=cost'] }],
    ['catalogue export - --format google-xml', ['-'], { format: 'google-xml' }],
    ['catalogue remove a b', ['a', 'b'], {}],
    ['catalogue remove -- -a', ['-a'], {}],
    ['catalogue count', [], {}],
    ['move --from a --to b', [], { from: 'a', to: 'b' }],
  ])('%s', async (line, positionals, values) => {
    expect(await parse(line)).toMatchObject({ positionals, values });
  });

  test.each([
    ['catalogue import', 'catalogue import takes exactly one FILE.'],
    ['catalogue update a.csv b.csv', 'catalogue update takes exactly one FILE.'],
    ['catalogue import a.csv --force', "Unknown option '--force'"],
    ['catalogue import a.csv --format', "Option '--format <value>' argument missing"],
    ['catalogue import a.csv --dry-run=yes', "Option '--dry-run' does not take an argument"],
    ['catalogue export a.csv --dry-run', "Unknown option '--dry-run'"],
    ['catalogue remove', 'catalogue remove takes at least one ID.'],
    ['catalogue count a', "Unexpected argument 'a'"],
    ['move a b', "Unexpected argument 'a'"],
    ['backup a b', 'backup takes exactly one FILE.'],
    ['restore', 'restore takes exactly one FILE.'],
    ['audit everything', "Unexpected argument 'everything'"],
  ])('%s: %s', async (line, message) => {
    const error = expect.objectContaining({
      name: 'UsageError',
      message: expect.stringContaining(message),
    });
    await expect(parse(line)).rejects.toEqual(error);
  });
});

test('--help and -h ask for help whatever else is said', async () => {
  for (const { name } of commands) {
    expect(await parse(`${name} --help`)).toBeUndefined();
    expect(await parse(`${name} -h`)).toBeUndefined();
  }
});

test('help describes every option of every command', async () => {
  for (const { load } of commands) {
    const { options, details }: Command = (await load()).command;
    for (const name of Object.keys(options)) expect(details).toContain(`--${name}`);
  }
});
