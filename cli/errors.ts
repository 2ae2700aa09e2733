/** The errors and exit codes of commands. */

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, interrupted: 130 } as const;

/** The arguments are invalid. The message says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The operator pressed Ctrl+C, or the system asked the process to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
