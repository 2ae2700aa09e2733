/** Turns a failure into one sentence for the operator and an exit code. */
import { Refusal } from '../contract/refusals.ts';
import { ImportInterrupted } from '../server/operations/feeds/errors.ts';
import { PicturesInterrupted } from '../server/operations/pictures/errors.ts';
import { OperatorError, systemReasonOf } from '../server/platform/operator-error.ts';
import { escapeLines } from '../server/platform/quote.ts';
import {
  DatabaseUnavailable,
  OutcomeUnknown,
  reasonOf,
} from '../server/platform/storage/errors.ts';
import { StatementError } from '../server/platform/storage/postgres/errors.ts';
import { describeInterruption } from './catalogue/report.ts';
import { DoneInPart, exitCodes, Interrupted, LOOK_FIRST, ShopCreated } from './errors.ts';
import { describeChangedPictures } from './pictures/report.ts';

/**
 * Tells three outcomes apart: nothing was changed; it was changed, but not all is well; nobody knows.
 * @param onFailure printed after the reason
 * @returns the exit code
 * @throws the error if it is a defect of the program; Node prints its stack
 */
export function reportFailure(error: unknown, onFailure: string): number {
  if (error instanceof Interrupted) {
    process.stderr.write(onFailure);
    return exitCodes.interrupted;
  }
  if (error instanceof ShopCreated) {
    return reportFailure(error.cause, `${escapeLines(error.message)} Nothing else was changed.\n`);
  }
  if (error instanceof ImportInterrupted) {
    const isUnknown = error.cause instanceof OutcomeUnknown;
    try {
      const code = reportFailure(error.cause, '');
      if (isUnknown) return exitCodes.unknown;
      return error.cause instanceof Interrupted ? code : exitCodes.doneInPart;
    } finally {
      process.stderr.write(describeInterruption(error.written, { isUnknown }));
    }
  }
  if (error instanceof PicturesInterrupted) {
    const isUnknown = error.cause instanceof OutcomeUnknown;
    const code = reportFailure(error.cause, '');
    process.stderr.write(describeChangedPictures(error.changed, { isUnknown }));
    if (isUnknown) return exitCodes.unknown;
    return error.cause instanceof Interrupted ? code : exitCodes.doneInPart;
  }
  if (error instanceof DoneInPart) {
    process.stderr.write(`${escapeLines(error.message)}\n`);
    return exitCodes.doneInPart;
  }
  const explained = explain(error);
  if (explained === undefined) throw error;
  const sentence = escapeLines(explained);
  if (error instanceof OutcomeUnknown && onFailure !== '') {
    process.stderr.write(`${sentence}\n${LOOK_FIRST}`);
    return exitCodes.unknown;
  }
  process.stderr.write(`${sentence}\n${onFailure}`);
  return exitCodes.failed;
}

/** @returns undefined for a defect */
function explain(error: unknown): string | undefined {
  // The message of this refusal is for shoppers. The operator needs its cause.
  if (error instanceof DatabaseUnavailable) return `The database failed: ${reasonOf(error)}.`;
  if (error instanceof OperatorError || error instanceof Refusal) return error.message;
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const isOfDatabase = error.code === 'ERR_SQLITE_ERROR' || error instanceof StatementError;
  if (isOfDatabase) return `The database failed: ${error.message}.`;
  // The operating system refused a file, a pipe or memory, such as with ENOSPC.
  const reason = systemReasonOf(error);
  return reason && `The system failed: ${reason}.`;
}
