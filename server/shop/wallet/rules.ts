import { Refusal } from '../../../contract/refusals.ts';

/** Where a page of a statement begins: after this entry. */
export interface StatementCursor {
  /** Milliseconds since 1970 UTC. */
  madeAt: number;
  transactionId: string;
}

/** As `formatStatementCursor` writes it. */
const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/;

/** @throws Refusal CURSOR_INVALID */
export function parseStatementCursor(text: string | undefined): StatementCursor | undefined {
  if (text === undefined) return undefined;
  const [, madeAt, transactionId] = CURSOR.exec(text) ?? [];
  if (madeAt === undefined || transactionId === undefined) throw new Refusal('CURSOR_INVALID');
  return { madeAt: Number(madeAt), transactionId };
}

export function formatStatementCursor({ madeAt, transactionId }: StatementCursor): string {
  return `${madeAt}.${transactionId}`;
}
