/** Wallets and their ledger. */
import { OPENING_BALANCE_CENTS } from '../../../../contract/limits.ts';
import { addOnly, cents, table, text, time, union } from './columns.ts';

/** `received` is money that shoppers have paid in, less what was paid out; `forfeits` is what erased accounts left. */
const ledgerAccounts = ['wallet', 'sales', 'grants', 'refunds', 'received', 'forfeits'] as const;

export const money = {
  wallets: table({
    columns: {
      user_id: text({ key: true, references: 'users.id' }),
      balance_cents: cents({ check: '>= 0' }),
      /** The opening grant: `OPENING_BALANCE` at that time. */
      opening_cents: cents({ default: OPENING_BALANCE_CENTS }),
    },
  }),

  /** Double entry: entries are only added, and those of one transaction sum to zero. */
  ledger_entries: table({
    columns: {
      transaction_id: text(),
      account: union(ledgerAccounts),
      /** Whose wallet is concerned. */
      user_id: text({ references: 'users.id' }),
      order_id: text({ null: true, references: 'orders.id' }),
      /** Positive credits the account, negative debits it. */
      amount_cents: cents({ check: '<> 0' }),
      made_at: time(),
    },
    key: ['transaction_id', 'account'],
    indexes: {
      ledger_entries_user_id: '(user_id)',
      ledger_entries_order_id: '(order_id)',
      ledger_entries_of_sales:
        "(made_at, account, amount_cents) where account in ('sales', 'refunds')",
    },
    more: addOnly('ledger_entries', 'ledger entries'),
  }),

  ledger_notes: table({
    columns: {
      transaction_id: text({ key: true }),
      /** Why an operator changed the wallet. */
      note: text(),
      user_id: text(),
      /** Names the request, so that its repetition changes nothing. Unique within an account. */
      request_key: text({ null: true }),
    },
    uniques: { ledger_notes_request_key: ['user_id', 'request_key'] },
  }),
};
