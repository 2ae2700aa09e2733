/** What a command is, and how it fails. */
import type { ParseArgsOptionsConfig, parseArgs } from 'node:util';

export type CommandArguments<Options extends ParseArgsOptionsConfig = ParseArgsOptionsConfig> =
  ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;

export interface Command<Options extends ParseArgsOptionsConfig = ParseArgsOptionsConfig> {
  /** The positional arguments: exactly one file, one or more ids, or none. */
  operands?: 'FILE' | 'ID...';
  options: Options;
  /** What `--help` prints below the usage and the summary. */
  details: string;
  /** Printed after the reason of a failure; says what state the shop is in. */
  onFailure?: string;
  /** Returns when the work is done. Every failure is thrown. */
  run(given: CommandArguments<Options>): Promise<void>;
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, interrupted: 130 } as const;

/** Derives the types of the arguments of `run` from the options. */
export function defineCommand<const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): Command {
  return command;
}

/** The arguments are wrong; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command did its work and has to report a failure; the message is printed as it is. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** The operator pressed Ctrl+C, or the system asked the process to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
