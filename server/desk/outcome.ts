import type { Outcome } from '../../contract/desk.ts';
import { Refusal } from '../../contract/refusals.ts';
import { OperatorError, UnfinishedChange } from '../platform/operator-error.ts';

/** Turns what an operator can read into a problem. Anything else is a defect, and thrown. */
export async function tell<Result extends object>(
  work: () => Promise<Result>,
): Promise<Outcome<Result>> {
  try {
    return await work();
  } catch (error) {
    const isForOperators =
      error instanceof Refusal ||
      error instanceof OperatorError ||
      error instanceof UnfinishedChange;
    if (!isForOperators) throw error;
    return { problem: error.message };
  }
}
