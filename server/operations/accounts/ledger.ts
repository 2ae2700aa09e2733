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

/**
 * Reads a page of a wallet's changes, newest first.
 * @param db a snapshot: balances are counted down from today's
 * @param before the transaction before which to go on
 */
export async function readNewestStatements(
  db: Db,
  userId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Statement[]> {
  let { balanceCents } = await db
    .selectFrom('wallets')
    .select('balance_cents as balanceCents')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  let query = selectChanges(db, userId).orderBy('entry.transaction_id', 'desc').limit(limit);
  if (before !== undefined) {
    const { cents } = await db
      .selectFrom('ledger_entries')
      .select((eb) => eb.fn.sum<number | null>('amount_cents').as('cents'))
      .where('user_id', '=', userId)
      .where('account', '=', 'wallet')
      .where('transaction_id', '>=', before)
      .executeTakeFirstOrThrow();
    balanceCents -= Number(cents);
    query = query.where('entry.transaction_id', '<', before);
  }
  return (await query.execute()).map((row) => {
    const statement = toStatement(row, balanceCents);
    balanceCents -= row.amountCents;
    return statement;
  });
}

/** Reads a wallet's changes page by page, oldest first. @param account name or id @throws OperatorError */
export async function* readStatements(db: Db, account: string): AsyncGenerator<Statement[]> {
  const { id } = await findAccount(db, account);
  let balanceCents = 0;
  for (let after = ''; ; ) {
    // Ids of transactions are ordered by time.
    const rows = await selectChanges(db, id)
      .where('entry.transaction_id', '>', after)
      .orderBy('entry.transaction_id')
      .limit(PAGE_SIZE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.transactionId;
    yield rows.map((row) => {
      balanceCents += row.amountCents;
      return toStatement(row, balanceCents);
    });
  }
}

function selectChanges(db: Db, userId: string) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_entries as other', 'other.transaction_id', 'entry.transaction_id')
    .leftJoin('ledger_notes', 'ledger_notes.transaction_id', 'entry.transaction_id')
    .leftJoin('orders', 'orders.id', 'entry.order_id')
    .select(['entry.transaction_id as transactionId', 'entry.made_at as at'])
    .select(['entry.amount_cents as amountCents', 'entry.order_id as orderId'])
    .select(['other.account as source', 'ledger_notes.note', 'orders.number as orderNumber'])
    .where('entry.user_id', '=', userId)
    .where('entry.account', '=', 'wallet')
    .where('other.account', '<>', 'wallet');
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number];

function toStatement({ source, orderNumber, ...row }: ChangeRow, balanceCents: number): Statement {
  const what = describeTransaction({ ...row, source, orderNumber });
  return { ...row, what, balanceCents };
}
