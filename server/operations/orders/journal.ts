/** Exports the ledger as a journal for hledger. https://hledger.org/hledger.html#journal */
import { createDayFormat } from '../../platform/days.ts';
import { escapeInvisible } from '../../platform/quote.ts';
import type { Db, LedgerAccount } from '../../platform/storage/schema.ts';
import { describeTransaction } from '../reports/ledger.ts';

/** Transactions, or accounts, per query. */
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

const headerOf = (timeZone: string) => `; All amounts are dollars. Days are those of ${timeZone}.
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

/**
 * Streams every transaction of the ledger, oldest first. Use a snapshot, so that all of it is of one moment.
 * @param timeZone in which a day begins
 */
export async function* toJournal(db: Db, timeZone: string): AsyncGenerator<string> {
  yield headerOf(timeZone);
  yield* declareWallets(db);
  const dayOf = createDayFormat(timeZone);
  // One query reads both entries of a transaction, because batches are counted in transactions.
  for (let after = ''; ; ) {
    const entries = await readBatch(db, after);
    const transactions = Map.groupBy(entries, ({ transaction_id }) => transaction_id);
    yield [...transactions.values()].map((entries) => toTransaction(entries, dayOf)).join('');
    const last = entries.at(-1);
    if (last === undefined) return;
    after = last.transaction_id;
  }
}

/** hledger's strict check asks for a declaration of every account. */
async function* declareWallets(db: Db): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    yield users.map(({ id }) => `account ${walletOf(id)}\n`).join('');
    const last = users.at(-1);
    if (last === undefined) return;
    after = last.id;
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

function toTransaction(entries: readonly Entry[], dayOf: (time: number) => string): string {
  const [first] = entries;
  if (first === undefined) return '';
  // A line break would end the comment.
  const comment =
    first.note === null ? '' : `  ; ${escapeInvisible(first.note.replace(/\s+/g, ' '))}`;
  const postings = entries.map(
    (entry) => `    ${accountOf(entry)}  ${formatAmount(-entry.amount_cents)}\n`,
  );
  return `\n${dayOf(first.made_at)} * (${first.transaction_id}) ${describe(entries)}${comment}\n${postings.join('')}`;
}

function accountOf({ account, user_id }: Entry): string {
  return account === 'wallet' ? walletOf(user_id) : accounts[account];
}

function walletOf(userId: string): string {
  return `${accounts.wallet}:${userId}`;
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
