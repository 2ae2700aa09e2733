import { describe, expect, test } from 'vitest';
import { type Command, parseCommand } from './arguments.ts';

describe('the words of a command', () => {
  const plain = {
    name: 'import',
    file: 'a.csv',
    format: undefined,
    mapping: undefined,
    skipInvalid: false,
    dryRun: false,
  } as const;

  test.each<[string, Command]>([
    ['import a.csv', plain],
    ['import a.csv --skip-invalid', { ...plain, skipInvalid: true }],
    ['import --dry-run a.csv', { ...plain, dryRun: true }],
    ['import -- -a.csv', { ...plain, file: '-a.csv' }],
    ['import a.csv --format shopify', { ...plain, format: 'shopify' }],
    [
      'import a.csv --map Preis=price --map a=b=name',
      {
        ...plain,
        mapping: new Map([
          ['Preis', 'cost'],
          ['a=b', 'name'],
        ]),
      },
    ],
    ['update a.csv --dry-run', { ...plain, name: 'update', dryRun: true }],
    ['export a.csv', { name: 'export', file: 'a.csv', format: undefined }],
    ['export - --format google-xml', { name: 'export', file: '-', format: 'google-xml' }],
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
    [
      'import a --format xls',
      '--format takes one of json, jsonl, csv, shopify, google-xml, google-tsv, not "xls".',
    ],
    ['import a --map Preis', '--map takes THEIRS=OURS, where OURS is one of _id, name, category,'],
    ['import a --map Preis=worth', 'stock, active, not "Preis=worth".'],
    ['import a --map Preis=constructor', 'stock, active, not "Preis=constructor".'],
    ['import a --map =cost', 'not "=cost".'],
    ['import a --map a=cost --map b=price', '--map names cost twice.'],
    ['update', 'update takes one FILE.'],
    ['export', 'export takes one FILE.'],
    ['export a.csv --format xls', '--format takes one of'],
    ['export a.csv --dry-run', "Unknown option '--dry-run'"],
    ['remove', 'remove takes at least one ID.'],
    ['remove a --dry-run', "Unknown option '--dry-run'"],
    ['count a', 'count takes nothing else.'],
  ])('%s', (line, message) => {
    const parse = () => parseCommand(line.split(' ').filter((word) => word !== ''));
    expect(parse).toThrow(expect.objectContaining({ name: 'UsageError' }));
    expect(parse).toThrow(message);
  });
});
