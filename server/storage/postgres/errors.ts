/** Which errors of PostgreSQL say that the server isn't there, and which that a fight was lost. */
import { Refusal } from '../../../contract/refusals.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOST_FIGHTS = new Set(['40001', '40P01']);
const SERVER_IS_GONE = new Set([
  '25006', // read only: it is a standby now
  '53300', // too many connections
  '57P01', // the server shuts down
  '57P02', // it crashed
  '57P03', // it isn't up yet
  '57P05', // the connection was idle for too long
]);
const STATEMENT_TIMEOUT = '57014';
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** What pg says without a code. */
const MESSAGES =
  /Connection terminated|connection error and is not queryable|timeout expired|Query read timeout|connection has been discarded|Client was closed/i;
/** Everybody else has the connections: nothing is wrong with the server. */
const ALL_IN_USE = /timeout exceeded when trying to connect/;

/** When to come back: long enough for a standby to take over from time to time. */
const RETRY_AFTER_SECONDS = 1;

/** The database can't be asked at the moment. What the driver said is the cause. */
export class DatabaseUnavailable extends Refusal {
  /** Another connection may do better at once; otherwise time has been lost enough. */
  readonly isWorthAnother: boolean;

  /** @param details when to come back, in seconds */
  constructor(
    cause: unknown,
    {
      isWorthAnother,
      retryAfter = RETRY_AFTER_SECONDS,
    }: { isWorthAnother: boolean; retryAfter?: number },
  ) {
    super('OVERLOADED', { retryAfter });
    this.cause = cause;
    this.isWorthAnother = isWorthAnother;
  }
}

/** The statement, or the wait for a connection, took too long. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === STATEMENT_TIMEOUT || ALL_IN_USE.test(error.message);
}

/** The engine has undone the transaction for another one's sake: it may be made again. */
export function isLostFight(error: unknown): boolean {
  return LOST_FIGHTS.has(codeOf(error));
}

/** The connection, not the statement, is what failed; whoever holds it should let go of it. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return (
    SERVER_IS_GONE.has(code) ||
    SOCKET_ERRORS.has(code) ||
    code.startsWith('08') ||
    MESSAGES.test(error.message)
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
