/** Finds the command that the words of the command line name, and reads its arguments. */
import { parseArgs } from 'node:util';
import { type Command, type CommandArguments, UsageError } from './command.ts';
import { type CommandEntry, commands } from './commands.ts';

export function findCommand(words: readonly string[]): CommandEntry | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
}

/** The commands whose names begin with this word, as `catalogue`; none if the word is a command itself. */
export function findGroup(word: string): readonly CommandEntry[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `));
}

const help = { type: 'boolean', short: 'h' } as const;

/**
 * @param words the whole command line
 * @returns undefined if the words ask for help
 * @throws UsageError
 */
export function parseArguments(
  { name }: CommandEntry,
  { operands, options }: Command,
  words: readonly string[],
): CommandArguments | undefined {
  const args = words.slice(name.split(' ').length);
  const allowPositionals = operands !== undefined;
  const given = parse(() => parseArgs({ args, options: { ...options, help }, allowPositionals }));
  if (given.values.help) return undefined;
  const count = given.positionals.length;
  if (operands === 'FILE' && count !== 1) throw new UsageError(`${name} takes exactly one FILE.`);
  if (operands === 'ID...' && count === 0) throw new UsageError(`${name} takes at least one ID.`);
  return given;
}

/** Everything that parseArgs throws is about the words. */
function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
