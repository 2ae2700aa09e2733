import { Refusal } from '../../contract/refusals.ts';
import { OperatorError, UnfinishedChange } from '../platform/operator-error.ts';

/** @returns what an operator reads of an error; undefined for a defect */
export function problemOf(error: unknown): string | undefined {
  const isForOperators =
    error instanceof Refusal || error instanceof OperatorError || error instanceof UnfinishedChange;
  return isForOperators ? error.message : undefined;
}
