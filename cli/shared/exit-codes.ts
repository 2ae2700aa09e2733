export const exitCodes = {
  done: 0,
  /** Nothing was changed, or the message says what was. */
  nothing: 1,
  wrongUsage: 2,
  /** It was changed, but something that belongs to it failed. */
  part: 3,
  /** It may have been changed, or not. */
  unknown: 4,
  interrupted: 130,
} as const;

/** The advice after an unknown outcome. */
export const LOOK_FIRST = 'It may have been changed, or not: look before you repeat the command.\n';
