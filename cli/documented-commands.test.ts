/** The commands in the documents. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...(await readdir(join(root, 'docs')))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** What follows the program's name in code, up to what belongs to the shell. */
const COMMAND =
  /(?:^|`|\$ |sudo |&& )(?:npm run (?:--silent )?)?qkart (?:-- )?([a-z][^`\n#|<>]*)/gm;

const program = await createProgram();
const documented = (
  await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(join(root, page), 'utf8');
      return [...text.matchAll(COMMAND)].map(([, words = '']) => ({ page, words: words.trim() }));
    }),
  )
).flat();

test('every command that a document names exists, with its options', () => {
  expect(documented.length).toBeGreaterThan(50);
  expect(documented.filter(({ words }) => findFault(words.split(/\s+/)) !== undefined)).toEqual([]);
});

/** @returns the first word that the program doesn't know */
function findFault(words: readonly string[]): string | undefined {
  let command: CommandUnknownOpts = program;
  for (const [index, word] of words.entries()) {
    if (word === 'help' && index === 0) return undefined;
    const isOption = /^\[?--\w/.test(word);
    const subcommand = command.commands.find((one) => one.name() === word);
    if (subcommand !== undefined) command = subcommand;
    else if (isOption && !hasOption(command, word.replace(/[^\w-]/g, ''))) return word;
    else if (!isOption && command.commands.length > 0 && /^[a-z]/.test(word)) return word;
  }
  return undefined;
}

function hasOption(command: CommandUnknownOpts, name: string): boolean {
  return name === '--help' || command.options.some(({ long }) => long === name);
}
