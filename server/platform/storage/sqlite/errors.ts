/** Translates the faults of SQLite into the errors of the storage. */

import { Refusal } from '../../../../contract/refusals.ts';
import { SqliteFault } from '../../../../packages/kysely-node-sqlite/index.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../errors.ts';

/** Seconds until the other process has written. */
const LOCKED_RETRY_AFTER = 5;
/** Seconds: an operator has to do something. */
const FAULT_RETRY_AFTER = 10;

/** @returns the error to throw */
export function translateFault(error: unknown): unknown {
  if (!(error instanceof SqliteFault)) return error;
  switch (error.kind) {
    case 'locked': {
      const refusal = new Refusal('OVERLOADED', { retryAfter: LOCKED_RETRY_AFTER });
      return Object.assign(refusal, { cause: error.cause });
    }
    case 'commitUnknown':
      return new OutcomeUnknown(error);
    case 'rolledBack':
      return new DatabaseUnavailable(error, {});
    default:
      return new DatabaseUnavailable(error, { retryAfter: FAULT_RETRY_AFTER });
  }
}
