/** The statement of a wallet: every change with its reason, and the balance after it. */
import type { Db } from '../../platform/storage/schema.ts';
import { describeTransaction } from '../reports/ledger.ts';
import { findAccount } from './find.ts';

/** Transactions per query. */
const PAGE_SIZE = 500;

export interface Statement {
  transactionId: string;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** What happened, like `order 20EB-50A9`. */
  what: string;
  /** Positive puts money into the wallet. */
  amountCents: number;
  balanceCents: number;
  orderId: string | null;
  note: string | null;
}

/** Reads a wallet's changes page by page, oldest first. @param account name or id @throws OperatorError */
export async function* readStatements(db: Db, account: string): AsyncGenerator<Statement[]> {
  const { id } = await findAccount(db, account);
  let balanceCents = 0;
  for (let after = ''; ; ) {
    // Ids of transactions are ordered by time.
    const rows = await db
      .selectFrom('ledger_entries as entry')
      .innerJoin('ledger_entries as other', 'other.transaction_id', 'entry.transaction_id')
      .leftJoin('ledger_notes', 'ledger_notes.transaction_id', 'entry.transaction_id')
      .leftJoin('orders', 'orders.id', 'entry.order_id')
      .select(['entry.transaction_id as transactionId', 'entry.made_at as at'])
      .select(['entry.amount_cents as amountCents', 'entry.order_id as orderId'])
      .select(['other.account as source', 'ledger_notes.note', 'orders.number as orderNumber'])
      .where('entry.user_id', '=', id)
      .where('entry.account', '=', 'wallet')
      .where('other.account', '<>', 'wallet')
      .where('entry.transaction_id', '>', after)
      .orderBy('entry.transaction_id')
      .limit(PAGE_SIZE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.transactionId;
    yield rows.map(({ source, orderNumber, ...row }) => {
      balanceCents += row.amountCents;
      const what = describeTransaction({ ...row, source, orderNumber });
      return { ...row, what, balanceCents };
    });
  }
}
