/** The bodies of events. */
import type {
  AccountErasedEvent,
  InvoiceIssuedEvent,
  OrderChangedEvent,
  OrderPlacedEvent,
} from '../../../contract/events.ts';
import { toDollars } from '../../../contract/money.ts';
import type { Invoice } from '../../../contract/orders.ts';
import type { Carrier } from '../../../contract/shop-identity.ts';
import type { OrderChangeRow, PublicChangeKind } from '../../platform/storage/schema.ts';
import { toOrder } from '../orders/reply.ts';
import type { StoredOrder } from '../orders/store.ts';

/** Tells of the order as it was right after it was placed. */
export function orderPlaced(placed: StoredOrder, username: string): OrderPlacedEvent {
  const { placed_at, user_id } = placed.order;
  return {
    type: 'order.placed',
    timestamp: toTimestamp(placed_at),
    data: { order: toOrder(placed), customer: { id: user_id, username } },
  };
}

export function orderChanged(
  changed: StoredOrder,
  {
    kind,
    number,
    made_by,
    amount_cents,
    note,
    made_at,
  }: OrderChangeRow & { kind: PublicChangeKind },
  { username, carriers }: { username: string; carriers: readonly Carrier[] | undefined },
): OrderChangedEvent {
  return {
    type: `order.${kind}`,
    timestamp: toTimestamp(made_at),
    data: {
      order: toOrder(changed, carriers),
      customer: { id: changed.order.user_id, username },
      change: { number, by: made_by, amount: toDollars(amount_cents), note },
    },
  };
}

/** @param now when it was issued */
export function invoiceIssued(
  { buyer, ...document }: Invoice,
  stored: StoredOrder,
  {
    username,
    carriers,
    now,
  }: { username: string; carriers: readonly Carrier[] | undefined; now: number },
): InvoiceIssuedEvent {
  return {
    type: 'invoice.issued',
    timestamp: toTimestamp(now),
    data: {
      order: toOrder(stored, carriers),
      customer: { id: stored.order.user_id, username },
      document,
    },
  };
}

/** @param now when it was erased */
export function accountErased(userId: string, now: number): AccountErasedEvent {
  return {
    type: 'account.erased',
    timestamp: toTimestamp(now),
    data: { customer: { id: userId } },
  };
}

function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
