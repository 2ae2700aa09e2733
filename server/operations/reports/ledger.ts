import type { LedgerAccount } from '../../platform/storage/schema.ts';
import { formatNumber } from '../../shop/codes.ts';

interface LedgerTransaction {
  /** The account that has the other entry than the wallet. */
  source: LedgerAccount;
  /** Of the wallet: positive puts money into it. */
  amountCents: number;
  /** As it is stored. */
  orderNumber: string | null;
}

/** What a transaction of the ledger is for, like `order 20EB-50A9`. */
export function describeTransaction({
  source,
  amountCents,
  orderNumber,
}: LedgerTransaction): string {
  const order = `order ${orderNumber === null ? '' : formatNumber(orderNumber)}`;
  const isCredit = amountCents > 0;
  switch (source) {
    case 'sales':
      return isCredit ? `cancellation of ${order}` : order;
    case 'refunds':
      return `refund of ${order}`;
    case 'received':
      return isCredit ? 'money received' : 'money paid out';
    case 'forfeits':
      return 'forfeited';
    default:
      return isCredit ? 'grant' : 'grant taken back';
  }
}
