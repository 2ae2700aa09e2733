/** Changes an order after it was placed: status, history, wallet, ledger and stock in one transaction, or nothing. */
import { noteNotKept, refundKeyReused } from '../../../contract/messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { OrderChangeRow, Tx } from '../../platform/storage/schema.ts';
import { returnToStock } from '../catalogue/stock.ts';
import type { ChangeRecorder } from '../events/recorder.ts';
import { creditOrder } from '../wallet/store.ts';
import { changeKinds, decideChange, type OrderAction } from './lifecycle.ts';
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
 * @throws Refusal ORDER_MISSING, those of `decideChange`, IDEMPOTENCY_KEY_REUSED, and NOTE_NOT_KEPT if the action has been
 *   done already with another note
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
  if (first) return replay(found, request, { earlier, first });
  const change = decideChange(order, action, amountCents);
  if (change === undefined) {
    const done = earlier.findLast(({ kind }) => kind === changeKinds[action]);
    return unchanged(found, request, done);
  }

  if (change.kind === 'cancelled') await returnToStock(tx, items, { orderId, at: now });
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

/** @throws Refusal IDEMPOTENCY_KEY_REUSED if the key was another refund's, NOTE_NOT_KEPT */
function replay(
  found: StoredOrder,
  request: ChangeRequest,
  { earlier, first }: { earlier: readonly OrderChangeRow[]; first: OrderChangeRow },
): ChangeResult {
  const before = earlier.filter(({ number }) => number < first.number);
  const leftCents = before.reduce((left, one) => left - one.amount_cents, found.order.total_cents);
  if (first.amount_cents !== (request.amountCents ?? leftCents)) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', { message: refundKeyReused });
  }
  return unchanged(found, request, first);
}

/** @param done the change that the request repeats @throws Refusal NOTE_NOT_KEPT if the request has another note */
function unchanged(
  found: StoredOrder,
  { note }: ChangeRequest,
  done: OrderChangeRow | undefined,
): ChangeResult {
  if (note !== undefined && note !== done?.note) {
    throw new Refusal('NOTE_NOT_KEPT', { message: noteNotKept(done?.note ?? null) });
  }
  return { ...found, isChanged: false };
}
