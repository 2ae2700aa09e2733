import type { LedgerAccount } from '../platform/storage/schema.ts';

interface LedgerTransaction {
  /** The account that has the other entry than the wallet. */
  source: LedgerAccount;
  /** Of the wallet: positive puts money into it. */
  amountCents: number;
  orderId: string | null;
}

/** What a transaction of the ledger is for, like `order 17`. */
export function describeTransaction({ source, amountCents, orderId }: LedgerTransaction): string {
  const isCredit = amountCents > 0;
  switch (source) {
    case 'sales':
      return isCredit ? `cancellation of order ${orderId}` : `order ${orderId}`;
    case 'refunds':
      return `refund of order ${orderId}`;
    case 'received':
      return isCredit ? 'money received' : 'money paid out';
    case 'forfeits':
      return 'forfeited';
    default:
      return isCredit ? 'grant' : 'grant taken back';
  }
}
