/** Invariants of webhooks: the receiver gets every event of an order, in order, and no other events. */
import type { PairedHistory } from './calls.ts';

/** Finds events that were not delivered. An event may be delivered again at any time. */
export function findUndelivered({ hasReceiver, deliveries, final }: PairedHistory): string[] {
  if (!hasReceiver) return [];
  const received = Map.groupBy(deliveries, ({ orderId }) => orderId);
  return final.orders.flatMap((order) => {
    const numbers = (received.get(order.id) ?? []).map(({ number }) => number);
    const first = [...new Set(numbers)].join();
    const all = [0, ...order.changes.map((_, index) => index + 1)].join();
    return first === all
      ? []
      : [`order ${order.id} has the events ${all}; the receiver got ${first}`];
  });
}

export function findInvented({ deliveries, final }: PairedHistory): string[] {
  const orders = new Map(final.orders.map((order) => [order.id, order]));
  return deliveries.flatMap(({ orderId, number, type, username }) => {
    const order = orders.get(orderId);
    const kind = number === 0 ? 'placed' : order?.changes[number - 1]?.kind;
    if (order?.username === username && type === `order.${kind}`) return [];
    return [`event ${number} of order ${orderId}, ${type} of ${username}, never happened`];
  });
}
