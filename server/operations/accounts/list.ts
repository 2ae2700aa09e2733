import { formatNumber } from '../../shop/codes.ts';
import { hidden, type List, money, number, text, time } from '../reports/columns.ts';
import type { Statement } from './ledger.ts';
import type { Account, AccountSummary } from './store.ts';

export const accountList: List<AccountSummary> = {
  columns: [
    text('name', ({ username }) => username, { mayShrink: true }),
    time('since', ({ since }) => since),
    money('balance', ({ balanceCents }) => balanceCents),
    number('orders', ({ orders }) => orders),
    time('last order', ({ lastOrderAt }) => lastOrderAt),
    text('id', ({ id }) => id),
  ],
  none: 'There are no such accounts.',
};

export const walletList: List<Statement> = {
  columns: [
    hidden('transaction', ({ transactionId }) => transactionId),
    time('at', ({ at }) => at),
    money('amount', ({ amountCents }) => amountCents),
    money('balance', ({ balanceCents }) => balanceCents),
    text('what', ({ what }) => what),
    hidden('order', ({ orderId }) => orderId),
    text('note', ({ note }) => note, { mayShrink: true }),
  ],
  none: 'There are no such changes of this wallet.',
};

export const recentOrders: List<Account['recentOrders'][number]> = {
  columns: [
    hidden('id', ({ id }) => id),
    text('order', ({ number }) => formatNumber(number), { key: 'number' }),
    time('placed', ({ placedAt }) => placedAt),
    money('total', ({ totalCents }) => totalCents),
  ],
};
