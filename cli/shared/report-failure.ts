/** Turns a failure into a sentence for the operator and an exit code. */
import { Refusal } from '../../contract/refusals.ts';
import {
  OperatorError,
  systemReasonOf,
  UnfinishedChange,
} from '../../server/platform/operator-error.ts';
import { escapeLines } from '../../server/platform/quote.ts';
import {
  DatabaseUnavailable,
  OutcomeUnknown,
  reasonOf,
} from '../../server/platform/storage/errors.ts';
import { StatementError } from '../../server/platform/storage/postgres/errors.ts';
import { exitCodes, LOOK_FIRST } from './exit-codes.ts';

/**
 * @param nothingChanged printed after the reason if nothing was changed; empty for a command that only reads
 * @returns the exit code
 * @throws the error if it is a defect of the program; Node prints its stack
 */
export function reportFailure(error: unknown, nothingChanged: string): number {
  if (error instanceof UnfinishedChange) return reportUnfinished(error, nothingChanged);
  const explained = explain(error);
  if (explained === undefined) throw error;
  const isUnknown = error instanceof OutcomeUnknown && nothingChanged !== '';
  process.stderr.write(`${escapeLines(explained)}\n${isUnknown ? LOOK_FIRST : nothingChanged}`);
  return exitCodes[isUnknown ? 'unknown' : 'nothing'];
}

function reportUnfinished({ outcome, message, cause }: UnfinishedChange, nothingChanged: string) {
  const advice = message === '' ? nothingChanged : `${escapeLines(message)}\n`;
  if (outcome === 'nothing') return reportFailure(cause, advice);
  try {
    const code = cause === undefined ? undefined : reportFailure(cause, '');
    return code === exitCodes.interrupted ? code : exitCodes[outcome];
  } finally {
    process.stderr.write(advice);
  }
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
