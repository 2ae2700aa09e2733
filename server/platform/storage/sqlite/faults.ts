/** Errors of SQLite that are due to the disk or the file, not to a statement. */
import { DatabaseUnavailable } from '../errors.ts';

export type FaultKind = 'full' | 'readOnly' | 'failing' | 'damaged' | 'moved';

/** These sentences are logged, and printed after "The database … can't be opened:". */
const sentences: Record<FaultKind, string> = {
  full: 'the disk is full',
  readOnly: 'the database can only be read',
  failing: 'the disk fails',
  damaged: 'the database is damaged, restore a backup',
  moved: 'the database was moved or removed while the shop was running',
};

/** https://sqlite.org/rescode.html: the low byte is the primary code, the rest makes it more precise. */
const PRIMARY_CODE = 0xff;
const SQLITE_BUSY = 5;
const kinds: Readonly<Record<number, FaultKind>> = {
  8: 'readOnly',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'failing',
  26: 'damaged',
};

/** Seconds: an operator has to do something. */
const RETRY_AFTER = 10;

/** The database can't be read or written. Nothing was changed. */
export class SqliteFault extends DatabaseUnavailable {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, cause?: Error) {
    const detail = cause && kind !== 'full' ? ` (${cause.message})` : '';
    super(new Error(sentences[kind] + detail, { cause }), { retryAfter: RETRY_AFTER });
    this.kind = kind;
  }
}

/** The fault behind an error; none for a wrong statement, or a lock that another process holds. */
export function faultOf(error: unknown): SqliteFault | undefined {
  if (error instanceof SqliteFault) return error;
  const kind = kinds[primaryCodeOf(error)];
  return kind && error instanceof Error ? new SqliteFault(kind, error) : undefined;
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === SQLITE_BUSY;
}

/** NaN if it is no error of node:sqlite. */
function primaryCodeOf(error: unknown): number {
  if (!(error instanceof Error && 'errcode' in error)) return Number.NaN;
  return Number(error.errcode) & PRIMARY_CODE;
}
