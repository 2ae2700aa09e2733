/** Wallets and their ledger. */

export interface WalletsTable {
  user_id: string;
  balance_cents: number;
  /** The grant with which it was opened: `OPENING_BALANCE` of that time. */
  opening_cents: number;
}

/** Double entry: entries are only added, and those of one transaction sum to zero. */
export interface LedgerEntriesTable {
  transaction_id: string;
  account: LedgerAccount;
  /** Whose wallet is concerned. */
  user_id: string;
  order_id: string | null;
  /** Positive credits the account, negative debits it. */
  amount_cents: number;
  made_at: number;
}

/** `received` is money that shoppers have paid in, less what was paid out; `forfeits` is what erased accounts left. */
export type LedgerAccount = 'wallet' | 'sales' | 'refunds' | WalletSource;

/** The accounts from which operators fill wallets, and into which they empty them. */
export type WalletSource = 'grants' | 'received' | 'forfeits';

export interface LedgerNotesTable {
  transaction_id: string;
  user_id: string;
  /** Why an operator changed the wallet. */
  note: string;
  /** Names the request, so that its repetition changes nothing. Unique within an account. */
  request_key: string | null;
}
