/** The sequential model of one order: the effect of each change. */
import type { OrderStatus } from '../../contract/orders.ts';
import type { DeskOperation } from '../history.ts';

export interface OrderState {
  readonly id: string;
  readonly totalCents: number;
  readonly status: OrderStatus;
  /** The cents that were returned to the wallet. */
  readonly refundedCents: number;
  /** The keys of refunds with their cents, sorted. */
  readonly keys: readonly (readonly [key: string, amountCents: number])[];
}

type Change = Pick<DeskOperation, 'action' | 'amountCents' | 'key'>;

const [CONFLICT, KEY_REUSED] = [409, 422];

/** @returns the changed order, the same object if the change was done before, or the status of the refusal */
export function changeOrder(order: OrderState, change: Change): OrderState | number {
  const { status } = order;
  const known = order.keys.find(([key]) => key === change.key);
  // The operator names an amount with every key.
  if (known) return change.amountCents === known[1] ? order : KEY_REUSED;
  if (change.action === 'ship') {
    if (status === 'cancelled') return CONFLICT;
    return status === 'placed' ? { ...order, status: 'shipped' } : order;
  }
  if (change.action === 'cancel') {
    if (status === 'shipped' || status === 'refunded') return CONFLICT;
    if (status === 'cancelled') return order;
    return { ...order, status: 'cancelled', refundedCents: order.totalCents };
  }
  if (status === 'placed' || status === 'cancelled') return CONFLICT;
  return status === 'refunded' && change.amountCents === undefined ? order : refund(order, change);
}

function refund(order: OrderState, { amountCents, key }: Change): OrderState | number {
  const leftCents = order.totalCents - order.refundedCents;
  const cents = amountCents ?? leftCents;
  if (cents > leftCents) return CONFLICT;
  return {
    ...order,
    status: cents === leftCents ? 'refunded' : 'shipped',
    refundedCents: order.refundedCents + cents,
    keys: key === undefined ? order.keys : [...order.keys, [key, cents] as const].toSorted(),
  };
}
