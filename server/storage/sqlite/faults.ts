/** Which errors of SQLite are the disk's or the file's, and not those of a statement. */
import { DatabaseUnavailable } from '../postgres/errors.ts';

export type FaultKind = 'full' | 'readOnly' | 'failing' | 'damaged' | 'moved';

/** To stand in a log, and behind "The database … can't be opened:". */
const sentences: Record<FaultKind, string> = {
  full: 'the disk is full',
  readOnly: 'the database can only be read',
  failing: 'the disk fails',
  damaged: 'the database is damaged, restore a backup',
  moved: 'the database was moved or removed while the shop was running',
};

/** https://sqlite.org/rescode.html; the low byte of a code says what it is, the rest which. */
const PRIMARY_CODE = 0xff;
const kinds: Readonly<Record<number, FaultKind>> = {
  8: 'readOnly',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'failing',
  26: 'damaged',
};

/** Seconds: somebody has to see to it. */
const RETRY_AFTER = 10;

/** The database can't be read or written, and whoever asked for it is turned away; nothing was done. */
export class SqliteFault extends DatabaseUnavailable {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, cause?: Error) {
    const detail = cause && kind !== 'full' ? ` (${cause.message})` : '';
    const reason = new Error(sentences[kind] + detail, { cause });
    super(reason, { isWorthAnother: false, retryAfter: RETRY_AFTER });
    this.kind = kind;
  }
}

/** @returns nothing where it is no error of node:sqlite */
export function primaryCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  return Number(error.errcode) & PRIMARY_CODE;
}

/** @returns nothing where the statement itself is what is wrong, or another process has a lock */
export function faultOf(error: unknown): SqliteFault | undefined {
  if (error instanceof SqliteFault) return error;
  const code = primaryCodeOf(error);
  const kind = code === undefined ? undefined : kinds[code];
  return kind && error instanceof Error ? new SqliteFault(kind, error) : undefined;
}
