/** Orders as they are on the wire. */
import { deliverBy } from '../../../contract/delivery.ts';
import { toDollars } from '../../../contract/money.ts';
import type { Order, OrderLine } from '../../../contract/orders.ts';
import { formatNumber } from './number.ts';
import type { StoredOrder } from './store.ts';

export function toOrder(stored: StoredOrder): Order {
  const { order } = stored;
  return {
    id: order.id,
    number: formatNumber(order.number),
    status: order.status,
    placedAt: new Date(order.placed_at).toISOString(),
    address: order.address,
    lines: toLines(stored),
    total: toDollars(order.total_cents),
    refunded: toDollars(order.refunded_cents),
    deliverBy: deliverBy(order.placed_at),
  };
}

export function toLines({ items }: StoredOrder): OrderLine[] {
  return items.map(({ product_id, name, cost_cents, qty }) => ({
    productId: product_id,
    name,
    cost: toDollars(cost_cents),
    qty,
  }));
}
