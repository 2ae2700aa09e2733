/** How a command fails. */

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, interrupted: 130 } as const;

/** The arguments are wrong; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The operator pressed Ctrl+C, or the system asked the process to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
