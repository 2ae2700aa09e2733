#!/usr/bin/env node
/** The operator's program: `qkart COMMAND`. */
import { exitCodes } from './command.ts';
import { commands } from './commands.ts';
import { describeCommand, isHelp, listCommands, usageOf } from './help.ts';
import { findCommand, findGroup, parseArguments } from './parse.ts';

process.exitCode = await run(process.argv.slice(2));

/** @returns the exit code */
async function run(words: readonly string[]): Promise<number> {
  const entry = findCommand(words);
  if (entry === undefined) return runWithoutCommand(words);
  const { command } = await entry.load();
  try {
    const given = parseArguments(entry, command, words);
    if (given === undefined) process.stdout.write(describeCommand(entry, command));
    else await command.run(given);
    return exitCodes.done;
  } catch (error) {
    // Imported only here: it knows the errors of the whole server, which takes time to load.
    const { reportFailure } = await import('./failures.ts');
    return reportFailure(error, { usage: usageOf(entry), onFailure: command.onFailure });
  }
}

/** The words ask for the list of commands, or name none of them. */
function runWithoutCommand(words: readonly string[]): number {
  const group = findGroup(words[0] ?? '');
  const isGroup = group.length > 0;
  const list = listCommands(isGroup ? group : commands);
  const word = words[isGroup ? 1 : 0];
  if (isHelp(word)) {
    process.stdout.write(list);
    return exitCodes.done;
  }
  const name = words.slice(0, isGroup ? 2 : 1).join(' ');
  const problem =
    word === undefined ? 'Name a command.' : `There is no command ${JSON.stringify(name)}.`;
  process.stderr.write(`${problem}\n\n${list}`);
  return exitCodes.wrongUsage;
}
