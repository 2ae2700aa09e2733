/** The errors and exit codes of commands. */

export const exitCodes = {
  done: 0,
  /** Nothing was changed, or what was is said. */
  failed: 1,
  wrongUsage: 2,
  /** It was changed, but something that belongs to it failed. */
  doneInPart: 3,
  /** It may have been changed, or not. */
  unknown: 4,
  interrupted: 130,
} as const;

/** Said if the outcome is unknown. */
export const LOOK_FIRST = 'It may have been changed, or not: look before you repeat the command.\n';

/** The arguments are invalid. The message says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command has made its change, but something that belongs to it failed. The message says both. */
export class DoneInPart extends Error {
  override readonly name = 'DoneInPart';
}

/** The command has begun to create the shop, and failed. The message says what is there; the cause is the failure. */
export class ShopCreated extends Error {
  override readonly name = 'ShopCreated';

  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}

/** The operator pressed Ctrl+C, or the system asked the process to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
