/** Changes an order after it was placed: status, history, wallet, ledger and stock in one transaction, or nothing. */
import { isDeepStrictEqual } from 'node:util';
import { noteNotKept, refundKeyReused } from '../../../contract/operator-messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { OrderChangeRow, OrderReturnRow, Tx } from '../../platform/storage/schema.ts';
import { restock, returnToStock } from '../catalogue/stock.ts';
import type { ChangeRecorder } from '../session/with-shopper.ts';
import { creditOrder } from '../wallet/store.ts';
import { recordOrderChanged } from './events.ts';
import {
  changeKinds,
  decideChange,
  lastParcel,
  type OrderAction,
  type StoredOrder,
} from './lifecycle.ts';
import { decideReturns, restockedOf, type Units } from './returns.ts';
import { addChange, findOrder, readReturns } from './store.ts';

export interface ChangeRequest {
  orderId: string;
  /** Whose order it is. */
  userId: string;
  action: OrderAction;
  /** The amount of a refund; by default that of its lines, or everything left. */
  amountCents?: number | undefined;
  /** The lines of a refund. */
  lines?: Units | undefined;
  /** What goes back to stock. A refund that has neither an amount nor lines pays nothing then. */
  restock?: Units | undefined;
  tracking?: Tracking | undefined;
  by: OrderChangeRow['made_by'];
  note?: string | undefined;
  /** A repeated request with the same key changes nothing. */
  key?: string | undefined;
}

export interface Tracking {
  carrier: string;
  number: string;
}

/** Handed in, so that tests decide it. */
export interface ChangeContext {
  now: number;
  transactionId: string;
  recorder: ChangeRecorder;
}

export interface ChangeResult extends StoredOrder {
  /** What was done: the action of the request, or 'restock'. */
  action: OrderAction;
  /** False if the action had been done already. */
  isChanged: boolean;
}

/**
 * Exactly once: `withShopper` has locked the shopper, so the second of two requests at the same time sees what the
 * first did.
 * @throws Refusal ORDER_MISSING, those of `decideChange` and `decideReturns`, IDEMPOTENCY_KEY_REUSED, and NOTE_NOT_KEPT or
 *   TRACKING_NOT_KEPT if the action has been done already with another note or parcel
 */
export async function changeOrder(
  tx: Tx,
  asked: ChangeRequest,
  { now, transactionId, recorder }: ChangeContext,
): Promise<ChangeResult> {
  const request = { ...asked, action: actionOf(asked) };
  const { orderId, userId, action, by, note = null, key = null } = request;
  const found = await findOrder(tx, userId, orderId);
  if (found === undefined) throw new Refusal('ORDER_MISSING');
  const { order, items, changes: earlier } = found;
  const returned = await readReturns(tx, orderId);
  const first = key === null ? undefined : earlier.find((change) => change.request_key === key);
  if (first) return replay(found, request, { first, returned });
  const repeated = findRepeated(found, request);
  if (repeated) return unchanged(found, request, repeated);
  const returns = decideReturns(found, returned, request);
  const change = decideChange(order, action, request.amountCents ?? returns.amountCents);
  if (change === undefined) {
    const done = earlier.findLast(({ kind }) => kind === changeKinds[action]);
    return unchanged(found, request, done);
  }

  if (change.undoesSale) await returnToStock(tx, items, { orderId, at: now });
  await restock(tx, restockedOf(returns.rows, items), { orderId, at: now });
  if (change.amountCents > 0) {
    await creditOrder(tx, {
      userId,
      orderId,
      amountCents: change.amountCents,
      debit: change.undoesSale ? 'sales' : 'refunds',
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
    carrier: request.tracking?.carrier ?? null,
    tracking: request.tracking?.number ?? null,
    invoice: null,
    terms: change.amountCents > 0 ? order.terms : null,
  };
  await addChange(tx, changed, entry, returns.rows);
  const result = { order: changed, items, changes: [...earlier, entry] };
  await recordOrderChanged(recorder, result, entry);
  return { ...result, action, isChanged: true };
}

/** Goods that come back without a word on money pay nothing: money never moves by accident. */
function actionOf({ action, amountCents, lines, restock: goods }: ChangeRequest): OrderAction {
  const isOnlyGoods = goods !== undefined && amountCents === undefined && lines === undefined;
  return action === 'refund' && isOnlyGoods ? 'restock' : action;
}

/** Finds the last parcel or note of the order if it is the one of the request. */
function findRepeated(
  { changes }: StoredOrder,
  { action, tracking, note }: ChangeRequest,
): OrderChangeRow | undefined {
  if (action === 'note') {
    const last = changes.findLast(({ kind }) => kind === 'noted');
    return last?.note === note ? last : undefined;
  }
  if (action !== 'track') return undefined;
  const last = lastParcel(changes);
  return last && isParcel(last, tracking) ? last : undefined;
}

function isParcel({ carrier, tracking: number }: OrderChangeRow, tracking?: Tracking): boolean {
  return carrier === tracking?.carrier && number === tracking?.number;
}

interface Replayed {
  first: OrderChangeRow;
  returned: readonly OrderReturnRow[];
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSED if the key was another refund's or return's, NOTE_NOT_KEPT */
function replay(
  found: StoredOrder,
  request: ChangeRequest,
  { first, returned }: Replayed,
): ChangeResult {
  const before = found.changes.filter(({ number }) => number < first.number);
  const leftCents = before.reduce((left, one) => left - one.amount_cents, found.order.total_cents);
  const earlier = returned.filter(({ number }) => number < first.number);
  const { amountCents, rows } = decideReturns(found, earlier, request);
  const paidCents =
    request.action === 'restock' ? 0 : (request.amountCents ?? amountCents ?? leftCents);
  const isSame =
    first.kind === changeKinds[request.action] &&
    first.amount_cents === paidCents &&
    isDeepStrictEqual(
      rows,
      returned.flatMap(({ number, order_id, ...row }) => (number === first.number ? row : [])),
    );
  if (!isSame) throw new Refusal('IDEMPOTENCY_KEY_REUSED', { message: refundKeyReused });
  return unchanged(found, request, first);
}

/**
 * @param done the change that the request repeats
 * @throws Refusal NOTE_NOT_KEPT or TRACKING_NOT_KEPT if the request has another note or parcel
 */
function unchanged(
  found: StoredOrder,
  { action, note, tracking }: ChangeRequest,
  done: OrderChangeRow | undefined,
): ChangeResult {
  if (note !== undefined && note !== done?.note) {
    throw new Refusal('NOTE_NOT_KEPT', { message: noteNotKept(done?.note ?? null) });
  }
  const parcel = lastParcel(found.changes);
  if (action === 'ship' && tracking !== undefined && !(parcel && isParcel(parcel, tracking))) {
    throw new Refusal('TRACKING_NOT_KEPT');
  }
  return { ...found, action, isChanged: false };
}
