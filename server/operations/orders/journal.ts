/** Exports the ledger as a journal for hledger. https://hledger.org/hledger.html#journal */
import { escapeInvisible } from '../../platform/quote.ts';
import type { Db, LedgerAccount } from '../../platform/storage/schema.ts';
import { describeTransaction } from '../ledger.ts';

/** Transactions per query. */
const BATCH_SIZE = 2_000;

/** A wallet is a liability of the shop. Its account has the id of the user, which is no personal data. */
const accounts: Record<LedgerAccount, string> = {
  wallet: 'liabilities:wallets',
  sales: 'revenues:sales',
  refunds: 'revenues:refunds',
  grants: 'expenses:grants',
  received: 'assets:received',
  forfeits: 'revenues:forfeits',
};

const HEADER = `; All amounts are dollars. Dates are UTC.
decimal-mark .
commodity $1000.00
account ${accounts.received}  ; type: A
account ${accounts.wallet}  ; type: L
account ${accounts.sales}  ; type: R
account ${accounts.refunds}  ; type: R
account ${accounts.forfeits}  ; type: R
account ${accounts.grants}  ; type: X
`;

interface Entry {
  transaction_id: string;
  account: LedgerAccount;
  user_id: string;
  orderNumber: string | null;
  amount_cents: number;
  made_at: number;
  note: string | null;
}

/** Streams every transaction of the ledger, oldest first. Use a snapshot, so that all of it is of one moment. */
export async function* toJournal(db: Db): AsyncGenerator<string> {
  yield HEADER;
  // One query reads both entries of a transaction, because batches are counted in transactions.
  for (let after = ''; ; ) {
    const entries = await readBatch(db, after);
    const transactions = Map.groupBy(entries, ({ transaction_id }) => transaction_id);
    yield [...transactions.values()].map(toTransaction).join('');
    const last = entries.at(-1);
    if (last === undefined) return;
    after = last.transaction_id;
  }
}

/** Reads the entries of the next transactions. The ids of transactions are ordered by time. */
function readBatch(db: Db, after: string): Promise<Entry[]> {
  const ids = db
    .selectFrom('ledger_entries')
    .select('transaction_id')
    .distinct()
    .where('transaction_id', '>', after)
    .orderBy('transaction_id')
    .limit(BATCH_SIZE);
  return db
    .selectFrom('ledger_entries')
    .leftJoin('ledger_notes', 'ledger_notes.transaction_id', 'ledger_entries.transaction_id')
    .leftJoin('orders', 'orders.id', 'ledger_entries.order_id')
    .selectAll('ledger_entries')
    .select('orders.number as orderNumber')
    .select('ledger_notes.note')
    .where('ledger_entries.transaction_id', 'in', ids)
    .orderBy('ledger_entries.transaction_id')
    .orderBy('account')
    .execute();
}

function toTransaction(entries: readonly Entry[]): string {
  const [first] = entries;
  if (first === undefined) return '';
  const day = new Date(first.made_at).toISOString().slice(0, 10);
  // A line break would end the comment.
  const comment =
    first.note === null ? '' : `  ; ${escapeInvisible(first.note.replace(/\s+/g, ' '))}`;
  const postings = entries.map(
    (entry) => `    ${accountOf(entry)}  ${formatAmount(-entry.amount_cents)}\n`,
  );
  return `\n${day} * (${first.transaction_id}) ${describe(entries)}${comment}\n${postings.join('')}`;
}

function accountOf({ account, user_id }: Entry): string {
  return account === 'wallet' ? `${accounts.wallet}:${user_id}` : accounts[account];
}

/** Every transaction has one entry of a wallet, and one of another account. */
function describe(entries: readonly Entry[]): string {
  const wallet = entries.find(({ account }) => account === 'wallet');
  const source = entries.find(({ account }) => account !== 'wallet')?.account ?? 'grants';
  const { amount_cents: amountCents = 0, orderNumber = null } = wallet ?? {};
  return describeTransaction({ source, amountCents, orderNumber });
}

function formatAmount(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const amount = Math.abs(cents);
  const rest = String(amount % 100).padStart(2, '0');
  return `${sign}$${Math.floor(amount / 100)}.${rest}`;
}
