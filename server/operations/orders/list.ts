import { formatNumber } from '../../shop/codes.ts';
import { type List, money, text, time } from '../reports/columns.ts';
import type { AdminOrder } from './orders.ts';

export const orderList: List<AdminOrder> = {
  columns: [
    text('order', ({ order }) => formatNumber(order.number)),
    time('placed', ({ order }) => order.placed_at),
    text('status', ({ order }) => order.status),
    money('total', ({ order }) => order.total_cents),
    money('refunded', ({ order }) => order.refunded_cents, { hidesZero: true }),
    text('customer', ({ username }) => username, { mayShrink: true }),
  ],
  none: 'There are no such orders.',
};
