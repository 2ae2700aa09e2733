/** Changes of Bob's two orders of two lamps. He cancels the first; the second is shipped and refunded in part. */
import type { OrderStatus } from '../../contract/orders.ts';
import type { FinalState } from '../final-state.ts';
import type { OrderOperation } from '../history.ts';
import type { Recorder } from './recorder.testing.ts';

type StoredOrder = FinalState['orders'][number];
type StoredChange = StoredOrder['changes'][number];
type StoredUser = FinalState['users'][number];

const lamps = { productId: 'lamp', qty: 2 };
const address = { id: 'cottage', address: '2 Long Road' };
const placedTo = { addressId: address.id, address: address.address };

/** Loses the first response to a cancellation, and crashes during a refund. Both are repeated. */
export function recordChanges({ username, enter, call, lose, crash }: Recorder) {
  const session = enter();
  const ask = (operation: Parameters<typeof call>[0], body: unknown, status = 200) =>
    call(operation, body, status, session);
  const shown = (id: string, status: OrderStatus, refunds: readonly number[] = []) => {
    const refunded = refunds.reduce((sum, amount) => sum + amount, 0);
    const steps = refunds.map((amount) => {
      return { status: status === 'cancelled' ? status : 'refunded', amount };
    });
    const history = [{ status: 'placed' }, ...(status === 'shipped' ? [{ status }] : []), ...steps];
    const { address: to } = address;
    return {
      id,
      status,
      address: to,
      lines: [{ cost: 11, ...lamps }],
      total: 22,
      refunded,
      history,
    };
  };
  const placeOrder = (key: string, orderId: string) => {
    ask({ type: 'put', ...lamps }, [lamps]);
    const { lines, total } = shown(orderId, 'placed');
    const reply = { success: true, orderId, total, balance: 4_978, lines };
    ask({ type: 'checkout', key, addressId: address.id }, reply);
  };
  const change = (action: OrderOperation['action'], details: Partial<OrderOperation> = {}) => {
    return { type: 'change order', orderId: 'order-2', action, ...details } as const;
  };
  const changed = (refundedCents: number, isChanged: boolean) => {
    return { status: 'shipped', refundedCents, isChanged };
  };
  const refused = { message: 'Order has already been shipped' };

  ask({ type: 'add address', address: address.address }, [{ _id: address.id, ...address }]);
  placeOrder('first', 'order-1');
  const cancelFirst = { type: 'cancel order', orderId: 'order-1' } as const;
  lose(cancelFirst, session);
  ask(cancelFirst, shown('order-1', 'cancelled', [22]));
  ask({ type: 'read balance' }, { balance: 5_000 });
  placeOrder('second', 'order-2');
  call(change('ship'), changed(0, true));
  const ticket = change('refund', { amountCents: 500, key: 'ticket' });
  lose(ticket);
  crash();
  call(ticket, changed(500, false));
  call(change('refund', { amountCents: 300 }), changed(800, true));
  ask({ type: 'cancel order', orderId: 'order-2' }, refused, 409);
  ask({ type: 'read order', orderId: 'order-1' }, shown('order-1', 'cancelled', [22]));
  const newest = [shown('order-2', 'shipped', [5, 3]), shown('order-1', 'cancelled', [22])];
  ask({ type: 'read orders', limit: 100 }, newest);

  const first = storedOrder(username, 'order-1', { key: 'first', ...placedTo, ...lamps });
  const second = storedOrder(username, 'order-2', {
    key: 'second',
    ...placedTo,
    ...lamps,
  });
  const part: StoredChange = { ...shipment, kind: 'refunded', amountCents: 300 };
  const keyed: StoredChange = { ...part, amountCents: 500, key: 'ticket' };
  const cancellation: StoredChange = { ...shipment, kind: 'cancelled', by: 'shopper' };
  cancellation.amountCents = 2_200;
  apply(first, 'cancelled', cancellation);
  apply(second, 'shipped', shipment);
  apply(second, 'shipped', keyed);
  apply(second, 'shipped', part);
  const user = storedUser(username, { balanceCents: 498_600, addresses: [address] });
  return { user, first, second, part, keyed, cancellation };
}

export const shipment: StoredChange = {
  ...{ kind: 'shipped', amountCents: 0, by: 'operator', key: null },
  ...{ note: null, carrier: null, tracking: null, address: null, returns: [] },
};

export function storedUser(username: string, fields: Partial<StoredUser>): StoredUser {
  const id = `id of ${username}`;
  const empty = { cart: [], addresses: [], money: [], isErased: false };
  return { id, username, balanceCents: 500_000, ...empty, ...fields };
}

/** What each order has of the shop, and when it was placed. */
export const sale = {
  terms: { seller: 'Lights', taxName: 'VAT', timeZone: 'UTC' },
  placedAt: Date.UTC(2026, 5, 1),
};

/** An order of lamps. */
export function storedOrder(
  username: string,
  id: string,
  { qty, ...fields }: Pick<StoredOrder, 'key' | 'addressId' | 'address'> & { qty: number },
): StoredOrder {
  const lines = [{ ...lamps, qty, costCents: 1_100, taxRate: 20_000 }];
  const totalCents = qty * 1_100;
  const amounts = { totalCents, balanceAfterCents: 500_000 - totalCents, refundedCents: 0, lines };
  const userId = `id of ${username}`;
  const state = { status: 'placed' as const, changes: [], times: [] };
  return { id, userId, username, ...fields, ...amounts, ...state, ...sale };
}

/** Adds a change to an order, and to the wallet of its owner. */
export function apply(
  order: StoredOrder,
  status: OrderStatus,
  change: StoredChange,
  wallet = { balanceCents: 0 },
): void {
  order.status = status;
  order.changes.push({ ...change });
  order.times.push(sale.placedAt);
  order.refundedCents += change.amountCents;
  wallet.balanceCents += change.amountCents;
}

/** Removes the last change of an order, but keeps the status. */
export function undo(order: StoredOrder, wallet: { balanceCents: number }): void {
  const { amountCents = 0 } = order.changes.pop() ?? {};
  order.refundedCents -= amountCents;
  wallet.balanceCents -= amountCents;
}
