/** Errors that are due to the disk, the file or other transactions, not to a statement. */

export type FaultKind =
  | 'full'
  | 'readOnly'
  | 'failing'
  | 'damaged'
  | 'moved'
  | 'locked'
  | 'rolledBack'
  | 'commitUnknown';

/** For logs, and for people after "The database … can't be opened:". */
const sentences: Record<FaultKind, string> = {
  full: 'the disk is full',
  readOnly: 'the database can only be read',
  failing: 'the disk fails',
  damaged: 'the database is damaged, restore a backup',
  moved: 'the database was moved or removed while it was open',
  locked: 'too many transactions wait, or another process writes for too long',
  rolledBack: 'SQLite rolled it back, together with another transaction',
  commitUnknown: 'the disk failed during the commit',
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

/** The database can't be read or written. Nothing was changed, unless the kind is `commitUnknown`. */
export class SqliteFault extends Error {
  override readonly name = 'SqliteFault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, cause?: unknown) {
    const detail = cause instanceof Error && kind !== 'full' ? ` (${cause.message})` : '';
    super(sentences[kind] + detail, { cause });
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
