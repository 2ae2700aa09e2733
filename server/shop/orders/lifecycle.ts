/** The rules of orders after they are placed (R10.1). */

import { formatCents } from '../../../contract/money.ts';
import { refundTooHigh } from '../../../contract/operator-messages.ts';
import {
  isPublicChange,
  type OrderChangeKind,
  type OrderStatus,
  orderChanges,
  type PublicChangeKind,
} from '../../../contract/orders.ts';
import { Refusal, type RefusalCode } from '../../../contract/refusals.ts';
import type { OrderChangeRow, OrderItemRow, OrderRow } from '../../platform/storage/schema.ts';

export interface StoredOrder {
  order: OrderRow;
  items: OrderItemRow[];
  /** The history, oldest first. */
  changes: OrderChangeRow[];
}

/** What each action writes to the history. */
export const changeKinds = {
  ship: 'shipped',
  cancel: 'cancelled',
  refund: 'refunded',
  restock: 'restocked',
  track: 'tracked',
  send: 'sent',
  readdress: 'readdressed',
  reduce: 'reduced',
  note: 'noted',
} as const satisfies Record<string, OrderChangeKind>;

export type OrderAction = keyof typeof changeKinds;

/** A change, nothing to do because it is done already, or a refusal. */
type Outcome = OrderChangeKind | 'unchanged' | RefusalCode;

const outcomes = {
  ship: {
    placed: 'shipped',
    shipped: 'unchanged',
    cancelled: 'ORDER_CANCELLED',
    refunded: 'unchanged',
  },
  cancel: {
    placed: 'cancelled',
    shipped: 'ORDER_SHIPPED',
    cancelled: 'unchanged',
    refunded: 'ORDER_SHIPPED',
  },
  refund: {
    placed: 'ORDER_NOT_SHIPPED',
    shipped: 'refunded',
    cancelled: 'ORDER_CANCELLED',
    refunded: 'unchanged',
  },
  restock: {
    placed: 'ORDER_NOT_SHIPPED',
    shipped: 'restocked',
    cancelled: 'ORDER_CANCELLED',
    refunded: 'restocked',
  },
  track: {
    placed: 'ORDER_NOT_YET_SHIPPED',
    shipped: 'tracked',
    cancelled: 'ORDER_CANCELLED',
    refunded: 'tracked',
  },
  send: {
    placed: 'ORDER_NOT_YET_SHIPPED',
    shipped: 'sent',
    cancelled: 'ORDER_CANCELLED',
    refunded: 'sent',
  },
  readdress: {
    placed: 'readdressed',
    shipped: 'ORDER_SHIPPED',
    cancelled: 'ORDER_CANCELLED',
    refunded: 'ORDER_SHIPPED',
  },
  reduce: {
    placed: 'reduced',
    shipped: 'ORDER_SHIPPED',
    cancelled: 'ORDER_CANCELLED',
    refunded: 'ORDER_SHIPPED',
  },
  note: { placed: 'noted', shipped: 'noted', cancelled: 'noted', refunded: 'noted' },
} as const satisfies Record<OrderAction, Record<OrderStatus, Outcome>>;

/** Whether the action would change an order of this status. */
export function isPossible(action: OrderAction, status: OrderStatus): boolean {
  return Object.hasOwn(orderChanges, outcomes[action][status]);
}

type OrderState = Pick<OrderRow, 'status' | 'total_cents' | 'refunded_cents'>;

export interface OrderChange {
  kind: OrderChangeKind;
  /** The status afterwards: an order that is refunded in part stays shipped. */
  status: OrderStatus;
  /** The amount that goes back to the wallet. */
  amountCents: number;
  /** A cancelled order was never a sale; what was shipped and paid back was one. */
  undoesSale: boolean;
}

/**
 * @param amountCents of a refund, or of the units that are taken out; without it, all that is left
 * @returns undefined if the action has been done already
 * @throws Refusal ORDER_SHIPPED, ORDER_CANCELLED, ORDER_NOT_SHIPPED, ORDER_NOT_YET_SHIPPED, REFUND_TOO_HIGH
 */
export function decideChange(
  order: OrderState,
  action: OrderAction,
  amountCents?: number,
): OrderChange | undefined {
  const outcome = outcomes[action][order.status];
  const leftCents = order.total_cents - order.refunded_cents;
  // After a full refund, a part is a second refund, not a repetition.
  if (order.status === 'refunded' && action === 'refund' && amountCents !== undefined) {
    return decideRefund(leftCents, amountCents);
  }
  switch (outcome) {
    case 'unchanged':
      return undefined;
    case 'shipped':
      return { kind: outcome, status: outcome, amountCents: 0, undoesSale: false };
    case 'tracked':
    case 'sent':
    case 'noted':
    case 'readdressed':
    case 'restocked':
      return { kind: outcome, status: order.status, amountCents: 0, undoesSale: false };
    case 'cancelled':
      return { kind: outcome, status: outcome, amountCents: leftCents, undoesSale: true };
    case 'reduced':
      return {
        kind: outcome,
        status: order.status,
        amountCents: amountCents ?? leftCents,
        undoesSale: true,
      };
    case 'refunded':
      return decideRefund(leftCents, amountCents ?? leftCents);
    default:
      throw new Refusal(outcome);
  }
}

function decideRefund(leftCents: number, amountCents: number): OrderChange {
  if (amountCents > leftCents) {
    throw new Refusal('REFUND_TOO_HIGH', { message: refundTooHigh(formatCents(leftCents)) });
  }
  const status = amountCents === leftCents ? 'refunded' : 'shipped';
  return { kind: 'refunded', status, amountCents, undoesSale: false };
}

/** Whether the shopper and receivers of webhooks see the change. */
export function isPublic<Change extends Pick<OrderChangeRow, 'kind'>>(
  change: Change,
): change is Change & { kind: PublicChangeKind } {
  return isPublicChange(change.kind);
}

/** The parcels of an order: the change that each has its carrier and number by. */
export function parcelsOf(changes: readonly OrderChangeRow[]): OrderChangeRow[] {
  const parcels: OrderChangeRow[] = [];
  for (const change of changes) {
    if (change.carrier === null) continue;
    if (change.kind === 'tracked') parcels.pop();
    parcels.push(change);
  }
  return parcels;
}

export function lastParcel(changes: readonly OrderChangeRow[]): OrderChangeRow | undefined {
  return parcelsOf(changes).at(-1);
}
