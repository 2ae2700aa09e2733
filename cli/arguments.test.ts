import { describe, expect, test } from 'vitest';
import { type Command, parseCommand } from './arguments.ts';

describe('the words of a command', () => {
  const plain = { name: 'import', file: 'a.csv', skipInvalid: false, dryRun: false } as const;

  test.each<[string, Command]>([
    ['import a.csv', plain],
    ['import a.csv --skip-invalid', { ...plain, skipInvalid: true }],
    ['import --dry-run a.csv', { ...plain, dryRun: true }],
    ['import -- -a.csv', { ...plain, file: '-a.csv' }],
    ['remove a', { name: 'remove', ids: ['a'] }],
    ['remove a b', { name: 'remove', ids: ['a', 'b'] }],
    ['remove -- -a', { name: 'remove', ids: ['-a'] }],
    ['count', { name: 'count' }],
    ['help', { name: 'help' }],
    ['--help', { name: 'help' }],
    ['-h', { name: 'help' }],
  ])('%s', (line, command) => {
    expect(parseCommand(line.split(' '))).toEqual(command);
  });
});

describe('words that make no command', () => {
  test.each([
    ['', 'Say what to do.'],
    ['sell', 'There is no command "sell".'],
    ['import', 'import takes one FILE.'],
    ['import a.csv b.csv', 'import takes one FILE.'],
    ['import a.csv --force', "Unknown option '--force'"],
    ['import a.csv --dry-run=yes', "Option '--dry-run' does not take an argument"],
    ['remove', 'remove takes at least one ID.'],
    ['remove a --dry-run', "Unknown option '--dry-run'"],
    ['count a', 'count takes nothing else.'],
  ])('%s', (line, message) => {
    const parse = () => parseCommand(line.split(' ').filter((word) => word !== ''));
    expect(parse).toThrow(expect.objectContaining({ name: 'UsageError' }));
    expect(parse).toThrow(message);
  });
});
