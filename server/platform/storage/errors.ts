/** Errors of the storage that both engines share. */
import { Refusal } from '../../../contract/refusals.ts';
import { systemReasonOf } from '../operator-error.ts';

/** Seconds: long enough for a standby to take over, in most cases. */
const RETRY_AFTER = 1;

/** The database can't be used at the moment. The cause is for the log, never for a client. */
export class DatabaseUnavailable extends Refusal {
  /** Whether another connection may succeed at once. */
  readonly isRetryable: boolean;

  /** @param details `retryAfter` in seconds */
  constructor(
    cause: unknown,
    {
      isRetryable = false,
      retryAfter = RETRY_AFTER,
    }: { isRetryable?: boolean; retryAfter?: number },
  ) {
    super('OVERLOADED', { retryAfter });
    this.cause = cause;
    this.isRetryable = isRetryable;
  }
}

/** The database failed while a transaction was being committed. It may be on the disk, or not. */
export class OutcomeUnknown extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, {});
  }
}

/** Another transaction held a lock for too long. */
export class LockTimeout extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, {});
  }
}

/** The engine rolled a transaction back because of a concurrent one; it can be run again. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure';
}

/** The reason for an operator, without a full stop. A refusal's own message is for shoppers. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal && error.cause !== undefined) return reasonOf(error.cause);
  if (!(error instanceof Error)) return String(error);
  const systemReason = systemReasonOf(error);
  if (systemReason !== undefined) return systemReason;
  // An AggregateError, of several addresses that refuse a connection, has a code but no message.
  const reason = error.message || String('code' in error ? error.code : error);
  return reason.replace(/\.$/, '');
}
