/** The statement of a wallet: its ledger entries, each with the balance after it. */
import { Refusal } from '../../../contract/refusals.ts';
import type { WalletEntryKind } from '../../../contract/wallet.ts';
import type { Db, LedgerAccount } from '../../platform/storage/schema.ts';

/** Where a page of a statement begins: after this entry. */
interface StatementCursor {
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

export interface StatementEntry {
  transactionId: string;
  /** Milliseconds since 1970 UTC. */
  madeAt: number;
  kind: WalletEntryKind;
  /** Negative if the money left the wallet. */
  amountCents: number;
  /** The sum of this entry and all before it. */
  balanceCents: number;
  order: { id: string; number: string } | undefined;
}

/**
 * A page of a statement, newest first. One query, so that the balances are consistent.
 * @param after the last entry of the page before
 * @returns `next`, the cursor of the last entry, if there are more
 */
export async function readStatement(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after: StatementCursor | undefined },
): Promise<{ entries: StatementEntry[]; next: StatementCursor | undefined }> {
  const statement = db
    .selectFrom('ledger_entries')
    .select(['transaction_id', 'order_id', 'amount_cents', 'made_at'])
    .select(({ fn }) =>
      fn
        .sum<number>('amount_cents')
        .over((over) => over.orderBy('made_at').orderBy('transaction_id'))
        .as('balance_cents'),
    )
    .where('user_id', '=', userId)
    .where('account', '=', 'wallet');
  let query = db
    .selectFrom(statement.as('entry'))
    .selectAll('entry')
    .orderBy('made_at', 'desc')
    .orderBy('transaction_id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) {
    const { madeAt, transactionId } = after;
    query = query.where((eb) =>
      eb(eb.refTuple('made_at', 'transaction_id'), '<', eb.tuple(madeAt, transactionId)),
    );
  }
  const rows = await db
    .selectFrom(query.as('page'))
    .innerJoin('ledger_entries as other', (join) =>
      join
        .onRef('other.transaction_id', '=', 'page.transaction_id')
        .on('other.account', '<>', 'wallet'),
    )
    .leftJoin('orders', 'orders.id', 'page.order_id')
    .selectAll('page')
    .select(['other.account', 'orders.number'])
    .orderBy('page.made_at', 'desc')
    .orderBy('page.transaction_id', 'desc')
    .execute();
  const entries = rows.slice(0, limit).map((row) => ({
    transactionId: row.transaction_id,
    madeAt: row.made_at,
    kind: kindOf(row.account, row.amount_cents),
    amountCents: row.amount_cents,
    balanceCents: row.balance_cents,
    order:
      row.order_id === null || row.number === null
        ? undefined
        : { id: row.order_id, number: row.number },
  }));
  return { entries, next: rows.length > limit ? entries.at(-1) : undefined };
}

/** @param account the other side of the movement */
function kindOf(account: LedgerAccount, amountCents: number): WalletEntryKind {
  switch (account) {
    case 'sales':
      return amountCents < 0 ? 'order' : 'cancellation';
    case 'refunds':
      return 'refund';
    case 'received':
      return 'payment';
    case 'forfeits':
      return 'forfeit';
    case 'grants':
    case 'wallet':
      return 'gift';
  }
}
