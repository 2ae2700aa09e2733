/** Changes an order after it was placed: status, history, wallet, ledger and stock in one transaction, or nothing. */
import { refundKeyReused } from '../../../contract/messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { OrderChangeRow, Tx } from '../../platform/storage/schema.ts';
import { returnToStock } from '../catalogue/stock.ts';
import type { ChangeRecorder } from '../events/recorder.ts';
import { creditOrder } from '../wallet/store.ts';
import { decideChange, type OrderAction } from './lifecycle.ts';
import { addChange, findOrder, readChanges, type StoredOrder } from './store.ts';

export interface ChangeRequest {
  orderId: string;
  /** Whose order it is. */
  userId: string;
  action: OrderAction;
  /** The amount of a refund; by default all that is left. */
  amountCents?: number | undefined;
  by: OrderChangeRow['made_by'];
  note?: string | undefined;
  /** A repeated request with the same key changes nothing. */
  key?: string | undefined;
}

/** Handed in, so that tests decide it. */
export interface ChangeContext {
  now: number;
  transactionId: string;
  recorder: ChangeRecorder;
}

export interface ChangeResult extends StoredOrder {
  /** False if the action had been done already. */
  isChanged: boolean;
}

/**
 * Exactly once: `withShopper` has locked the shopper, so the second of two requests at the same time sees what the
 * first did.
 * @throws Refusal ORDER_MISSING, those of `decideChange`, and IDEMPOTENCY_KEY_REUSED
 */
export async function changeOrder(
  tx: Tx,
  request: ChangeRequest,
  { now, transactionId, recorder }: ChangeContext,
): Promise<ChangeResult> {
  const { orderId, userId, action, amountCents, by, note = null, key = null } = request;
  const found = await findOrder(tx, userId, orderId);
  if (found === undefined) throw new Refusal('ORDER_MISSING');
  const { order, items } = found;
  const earlier = await readChanges(tx, orderId);
  const first = key === null ? undefined : earlier.find((change) => change.request_key === key);
  if (first) return replay(found, first, amountCents);
  const change = decideChange(order, action, amountCents);
  if (change === undefined) return { ...found, isChanged: false };

  if (change.kind === 'cancelled') await returnToStock(tx, items);
  if (change.amountCents > 0) {
    await creditOrder(tx, {
      userId,
      orderId,
      amountCents: change.amountCents,
      // A cancelled order was never a sale; what was shipped and paid back was one.
      debit: change.kind === 'cancelled' ? 'sales' : 'refunds',
      transactionId,
      now,
    });
  }
  const changed = {
    ...order,
    status: change.status,
    refunded_cents: order.refunded_cents + change.amountCents,
  };
  const entry = {
    order_id: orderId,
    number: earlier.length + 1,
    kind: change.kind,
    amount_cents: change.amountCents,
    made_by: by,
    note,
    request_key: key,
    made_at: now,
  };
  await addChange(tx, changed, entry);
  await recorder.orderChanged({ order: changed, items }, entry);
  return { order: changed, items, isChanged: true };
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSED if the key was another refund's */
function replay(
  found: StoredOrder,
  first: OrderChangeRow,
  amountCents: number | undefined,
): ChangeResult {
  if (amountCents !== undefined && amountCents !== first.amount_cents) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', { message: refundKeyReused });
  }
  return { ...found, isChanged: false };
}
