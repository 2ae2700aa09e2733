/** What can keep a command from being done, in a sentence for the operator. */
import { Refusal } from '../contract/refusals.ts';
import { ConfigError } from '../server/config.ts';
import { ExportError, ImportError } from '../server/feeds/errors.ts';
import { reasonOf, StorageError } from '../server/storage/errors.ts';
import { DatabaseUnavailable } from '../server/storage/postgres/errors.ts';
import { UsageError } from './arguments.ts';

/** Exit codes: refused or failed; the words make no command. */
export const REFUSED = 1;
const MISUSED = 2;

interface Failed {
  /** Told where the words make no command. */
  usage: string;
  /** Told behind why it failed: what was changed, mostly nothing. */
  consequence?: string;
  /** Why it failed, where that lies behind the error. */
  reason?: unknown;
}

/**
 * Tells the operator. @returns the exit code
 * @throws the error, where it is a defect
 */
export function reportFailure(
  error: unknown,
  { usage, consequence = '', reason = error }: Failed,
): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    return MISUSED;
  }
  const sentence = explainFailure(reason);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n${consequence}`);
  return REFUSED;
}

/** @returns nothing for a defect, whose stack is what helps */
function explainFailure(error: unknown): string | undefined {
  // What a refusal says is for shoppers; behind this one is what an operator can put right.
  if (error instanceof DatabaseUnavailable) return `The database failed: ${reasonOf(error)}.`;
  if (
    error instanceof ConfigError ||
    error instanceof StorageError ||
    error instanceof ImportError ||
    error instanceof ExportError ||
    error instanceof Refusal
  ) {
    return error.message;
  }
  // What else SQLite fails with says what it is.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR') {
    return `The database failed: ${error.message}.`;
  }
  return undefined;
}
