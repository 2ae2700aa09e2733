/** Files that can't be read or written, in words for an operator. */
import { isSystemError, OperatorError, systemReasonOf } from './operator-error.ts';

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
