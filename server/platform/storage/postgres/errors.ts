/** Translates the errors of `pg` into those of the storage. */
import pg from 'pg';
import { DatabaseUnavailable, LockTimeout, SerializationFailure } from '../errors.ts';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);
const STATEMENT_TIMEOUT = '57014';
const LOCK_TIMEOUT = '55P03';
const PROTOCOL_VIOLATION = '08P01';
const CONNECTION_ERRORS = '08';
const DATA_ERRORS = '22';
/** The server is a standby, or has become one. */
export const READ_ONLY = '25006';
const SERVER_UNAVAILABLE = new Set([
  READ_ONLY,
  '53300', // too many connections
  '57P01', // it shuts down
  '57P02', // it crashed
  '57P03', // it is starting
  '57P05', // the connection was idle for too long
]);
/** Errors of the driver that have no code. */
const CONNECTION_MESSAGES =
  /Connection terminated|connection error and is not queryable|timeout expired|Query read timeout|Client was closed/i;
const POOL_TIMEOUT = /timeout exceeded when trying to connect/;

/** What PostgreSQL says about a statement that failed, without any of its values: it may be logged. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;

  constructor({ message, code, table, constraint }: pg.DatabaseError) {
    // Data errors quote the value: invalid input syntax for type bigint: "…"
    super(code?.startsWith(DATA_ERRORS) ? message.replace(/".*"/s, '"…"') : message);
    this.code = code;
    this.table = table;
    this.constraint = constraint;
  }
}

/** @returns the error to throw: never PostgreSQL's own, whose `detail` and `where` hold shoppers' data */
export function translateError(error: unknown): unknown {
  const cause = error instanceof pg.DatabaseError ? new StatementError(error) : error;
  if (codeOf(error) === LOCK_TIMEOUT) return new LockTimeout(cause);
  if (isTimeout(error)) return new DatabaseUnavailable(cause, { isRetryable: false });
  if (isConnectionLoss(error)) return new DatabaseUnavailable(cause, { isRetryable: true });
  if (SERIALIZATION_FAILURES.has(codeOf(error))) {
    return new SerializationFailure('The transaction was rolled back', { cause });
  }
  return cause;
}

/** Whether the statement, or the wait for a connection, took too long. */
function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    (codeOf(error) === STATEMENT_TIMEOUT || POOL_TIMEOUT.test(error.message))
  );
}

/** Whether the connection failed, not the statement. Then it can't be used any more. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  const code = codeOf(error);
  // A statement with more than 65,535 parameters violates the protocol, too, but ends no connection.
  if (code === PROTOCOL_VIOLATION) return error instanceof pg.DatabaseError && isFatal(error);
  const isOfSocket = 'syscall' in error;
  return (
    isOfSocket ||
    SERVER_UNAVAILABLE.has(code) ||
    code.startsWith(CONNECTION_ERRORS) ||
    CONNECTION_MESSAGES.test(error.message)
  );
}

function isFatal({ severity }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
