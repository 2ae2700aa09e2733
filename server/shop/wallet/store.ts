import { Refusal } from '../../../contract/refusals.ts';
import type { Db, LedgerAccount, Tx, WalletSource } from '../../platform/storage/schema.ts';

/** Reads a balance in cents. @throws Error if a user has no wallet: the database is damaged */
export async function readBalance(db: Db, userId: string): Promise<number> {
  const wallet = await db
    .selectFrom('wallets')
    .select('balance_cents')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return wallet.balance_cents;
}

interface WalletOpening {
  userId: string;
  grantCents: number;
  transactionId: string;
  now: number;
}

/** Opens a wallet with its grant, and writes the grant's two ledger entries, unless it is nothing. */
export async function openWallet(tx: Tx, opening: WalletOpening): Promise<void> {
  const { userId, grantCents, transactionId, now } = opening;
  await tx
    .insertInto('wallets')
    .values({ user_id: userId, balance_cents: grantCents, opening_cents: grantCents })
    .execute();
  if (grantCents === 0) return;
  await addEntries(tx, {
    transactionId,
    userId,
    orderId: null,
    debit: 'grants',
    credit: 'wallet',
    amountCents: grantCents,
    now,
  }).execute();
}

export interface WalletChange {
  userId: string;
  /** Positive puts money into the wallet, negative takes it out. */
  amountCents: number;
  /** Where the money comes from, or goes. */
  source: WalletSource;
  transactionId: string;
  now: number;
}

/** Changes a wallet without an order, and writes the two ledger entries. @throws Refusal BALANCE_TOO_LOW */
export async function changeWallet(tx: Tx, change: WalletChange): Promise<void> {
  const { userId, amountCents, source } = change;
  const amount = Math.abs(amountCents);
  if (amountCents > 0) await addToWallet(tx, { userId, amountCents });
  else await debitWallet(tx, userId, amount);
  await addEntries(tx, {
    ...change,
    amountCents: amount,
    orderId: null,
    debit: amountCents > 0 ? source : 'wallet',
    credit: amountCents > 0 ? 'wallet' : source,
  }).execute();
}

async function addToWallet(
  tx: Tx,
  { userId, amountCents }: Pick<Payment, 'userId' | 'amountCents'>,
): Promise<void> {
  await tx
    .updateTable('wallets')
    .set((eb) => ({ balance_cents: eb('balance_cents', '+', amountCents) }))
    .where('user_id', '=', userId)
    .execute();
}

interface Payment {
  userId: string;
  orderId: string;
  amountCents: number;
  transactionId: string;
  now: number;
}

/**
 * Debits the wallet by one conditional update, so that no other transaction comes between check and debit.
 * @returns the new balance, in cents
 * @throws Refusal BALANCE_TOO_LOW
 */
export async function debitWallet(tx: Tx, userId: string, amountCents: number): Promise<number> {
  const wallet = await tx
    .updateTable('wallets')
    .set((eb) => ({ balance_cents: eb('balance_cents', '-', amountCents) }))
    .where('user_id', '=', userId)
    .where('balance_cents', '>=', amountCents)
    .returning('balance_cents')
    .executeTakeFirst();
  if (wallet === undefined) throw new Refusal('BALANCE_TOO_LOW');
  return wallet.balance_cents;
}

/** The two ledger entries of a paid order, from the wallet to sales: a query for `executeAll`. */
export function recordPayment(tx: Tx, payment: Payment) {
  return addEntries(tx, { ...payment, debit: 'wallet', credit: 'sales' });
}

/** Puts money back into the wallet of who paid an order, and writes the two entries. */
export async function creditOrder(
  tx: Tx,
  { debit, ...credit }: Payment & { debit: 'sales' | 'refunds' },
): Promise<void> {
  await addToWallet(tx, credit);
  await addEntries(tx, { ...credit, debit, credit: 'wallet' }).execute();
}

interface LedgerTransaction {
  transactionId: string;
  userId: string;
  orderId: string | null;
  debit: LedgerAccount;
  credit: LedgerAccount;
  amountCents: number;
  now: number;
}

function addEntries(tx: Tx, entry: LedgerTransaction) {
  const { transactionId, userId, orderId, debit, credit, amountCents, now } = entry;
  const shared = {
    transaction_id: transactionId,
    user_id: userId,
    order_id: orderId,
    made_at: now,
  };
  return tx.insertInto('ledger_entries').values([
    { ...shared, account: debit, amount_cents: -amountCents },
    { ...shared, account: credit, amount_cents: amountCents },
  ]);
}
