import { formatCents } from '../../contract/money.ts';
import { changeAsOperator } from '../../server/operations/orders/orders.ts';
import { quote } from '../../server/platform/quote.ts';
import { formatNumber } from '../../server/shop/orders/number.ts';
import { naming } from '../naming.ts';
import { withShop } from '../shop.ts';

type DeskRequest = Parameters<typeof changeAsOperator>[1];
type Noted = Pick<DeskRequest, 'note'>;

export function ship(orderId: string, options: Noted): Promise<void> {
  return change({ orderId, action: 'ship', ...options });
}

export function cancel(orderId: string, options: Noted): Promise<void> {
  return change({ orderId, action: 'cancel', ...options });
}

/** @param options.amount cents; by default all that is not refunded yet */
export function refund(
  orderId: string,
  { amount, ...options }: Pick<DeskRequest, 'note' | 'key'> & { amount?: number | undefined },
): Promise<void> {
  return change({ orderId, action: 'refund', amountCents: amount, ...options });
}

async function change(request: DeskRequest): Promise<void> {
  const { order, isChanged } = await naming(
    `order ${quote(request.orderId)}`,
    withShop((services) => changeAsOperator(services, request)),
  );
  const refunded =
    order.refunded_cents === 0
      ? ''
      : `, ${formatCents(order.refunded_cents)} of ${formatCents(order.total_cents)} refunded`;
  const already = isChanged ? '' : ' already';
  process.stdout.write(
    `Order ${formatNumber(order.number)} is ${order.status}${already}${refunded}.\n`,
  );
}
