/** A failure that an operator can fix. Programs print its message and exit with code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** What a change that failed has done: nothing, a part, or nobody knows; or somebody has interrupted it. */
export type ChangeOutcome = 'nothing' | 'part' | 'unknown' | 'interrupted';

/**
 * A change failed after it had begun. The message says what is changed, and what the operator can do; if it is empty,
 * nothing is. The cause is the failure, unless the message says it.
 */
export class UnfinishedChange extends Error {
  override readonly name = 'UnfinishedChange';
  readonly outcome: ChangeOutcome;

  constructor(outcome: ChangeOutcome, message: string, cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** What the operating system refuses, such as a file that does not exist. */
interface SystemError extends Error {
  code: string;
  syscall: string;
}

/** Where the system's own words would puzzle. */
const reasons: Readonly<Record<string, string>> = {
  EDQUOT: 'the disk is full',
  EEXIST: 'the file exists already',
  EISDIR: 'it is a directory',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk can only be read',
};

/**
 * The reason without code, call and path, and without a full stop.
 * @returns undefined if the system did not cause the error
 */
export function systemReasonOf(error: unknown): string | undefined {
  if (!isSystemError(error)) return undefined;
  const { code, message, syscall } = error;
  const known = reasons[code];
  if (known !== undefined) return known;
  // Node writes `ENOENT: no such file or directory, open '/a'`. Errors of the network begin with the call.
  if (!message.startsWith(`${code}: `)) return message;
  return message.slice(`${code}: `.length).split(`, ${syscall}`, 1)[0];
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
