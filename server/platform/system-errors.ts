/** What the operating system refuses, such as a file that does not exist, in words for an operator. */
import { OperatorError } from './operator-error.ts';

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

/** @param path what messages call it @returns the error itself if the system did not cause it */
export function toReadError(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  switch (error.code) {
    case 'ENOENT':
      return new OperatorError(`${path} does not exist.`);
    case 'ENOTDIR':
      return new OperatorError(
        `${path} ${error.syscall === 'scandir' ? 'is no directory' : 'does not exist'}.`,
      );
    case 'EACCES':
    case 'EPERM':
      return new OperatorError(`${path} may not be read by this user.`);
    default:
      return new OperatorError(`${path} can't be read: ${systemReasonOf(error)}.`);
  }
}

/** @param path what messages call it @returns the error itself if the system did not cause it */
export function toWriteError(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new OperatorError(`${path} can't be written: its folder does not exist.`);
    case 'EACCES':
    case 'EPERM':
      return new OperatorError(`${path} may not be written by this user.`);
    case 'EPIPE':
      return new OperatorError(`${path} was closed before everything was written.`);
    default:
      return new OperatorError(`${path} can't be written: ${systemReasonOf(error)}.`);
  }
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
