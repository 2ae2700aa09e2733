/** Changes an order after it was placed: status, history, wallet, ledger and stock in one transaction, or nothing. */
import { isDeepStrictEqual } from 'node:util';
import { noteNotKept, noUnits, refundKeyReused } from '../../../contract/operator-messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { OrderChangeRow, OrderReturnRow, Tx } from '../../platform/storage/schema.ts';
import { checkAddress } from '../addresses/rules.ts';
import { restock, returnToStock } from '../catalogue/stock.ts';
import type { ChangeRecorder } from '../session/with-shopper.ts';
import { creditOrder } from '../wallet/store.ts';
import { recordOrderChanged } from './events.ts';
import {
  changeKinds,
  decideChange,
  lastParcel,
  type OrderAction,
  parcelsOf,
  type StoredOrder,
} from './lifecycle.ts';
import {
  areAllBack,
  decideReturns,
  type Returns,
  restockedOf,
  takenBack,
  type Units,
} from './returns.ts';
import { addChange, countCancelled, findOrder, readReturns } from './store.ts';

export interface ChangeRequest {
  orderId: string;
  /** Whose order it is. */
  userId: string;
  action: OrderAction;
  /** The amount of a refund; by default that of its lines, or everything left. */
  amountCents?: number | undefined;
  /** The lines of a refund. A cancellation that has some takes only these units out. */
  lines?: Units | undefined;
  /** What goes back to stock. A refund that has neither an amount nor lines pays nothing then. */
  restock?: Units | undefined;
  tracking?: Tracking | undefined;
  /** Where the order goes from now on. */
  address?: string | undefined;
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
  /** What was done: the action of the request, or what `actionOf` and `decideUnits` make of it. */
  action: OrderAction;
  /** False if the action had been done already. */
  isChanged: boolean;
}

/**
 * Exactly once: `withShopper` has locked the shopper, so the second of two requests at the same time sees what the
 * first did.
 * @throws Refusal ORDER_MISSING, those of `decideChange`, `decideReturns` and `checkAddress`, IDEMPOTENCY_KEY_REUSED, and
 *   NOTE_NOT_KEPT or TRACKING_NOT_KEPT if the action has been done already with another note or parcel
 */
export async function changeOrder(
  tx: Tx,
  asked: ChangeRequest,
  { now, transactionId, recorder }: ChangeContext,
): Promise<ChangeResult> {
  const action = actionOf(asked);
  const amountCents = action === 'refund' ? asked.amountCents : undefined;
  const request = { ...asked, action, amountCents, address: addressOf(asked) };
  const { orderId, userId, by, note = null, key = null } = request;
  const found = await findOrder(tx, userId, orderId);
  if (found === undefined) throw new Refusal('ORDER_MISSING');
  const { order, items, changes: earlier } = found;
  const returned = await readReturns(tx, orderId);
  const first = key === null ? undefined : earlier.find((change) => change.request_key === key);
  if (first) return replay(found, request, { first, returned });
  const repeated = findRepeated(found, request);
  if (repeated) return unchanged(found, request, repeated.done);
  const { action: decided, ...returns } = decideUnits(found, returned, request);
  const change = decideChange(order, decided, request.amountCents ?? returns.amountCents);
  if (change === undefined) {
    const done = earlier.findLast(({ kind }) => kind === changeKinds[decided]);
    return unchanged(found, { ...request, action: decided }, done);
  }

  const isReduced = change.kind === 'reduced';
  const back = takenBack(items, isReduced ? returns.rows : undefined);
  if (change.undoesSale) await returnToStock(tx, back, { orderId, at: now });
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
    address: request.address ?? order.address,
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
    address: request.address === undefined ? null : order.address,
  };
  await addChange(tx, changed, entry, returns.rows);
  const left = isReduced ? await countCancelled(tx, orderId) : items;
  const result = { order: changed, items: left, changes: [...earlier, entry] };
  await recordOrderChanged(recorder, result, entry);
  return { ...result, action: decided, isChanged: true };
}

/** Goods that come back without a word on money pay nothing: money never moves by accident. */
function actionOf({ action, amountCents, lines, restock: goods }: ChangeRequest): OrderAction {
  if (action === 'cancel' || action === 'reduce') return lines === undefined ? 'cancel' : 'reduce';
  const isOnlyGoods = goods !== undefined && amountCents === undefined && lines === undefined;
  return action === 'refund' && isOnlyGoods ? 'restock' : action;
}

/** @throws Refusal ADDRESS_EMPTY, ADDRESS_TOO_LONG */
function addressOf({ action, address }: ChangeRequest): string | undefined {
  return action === 'readdress' ? checkAddress(address) : undefined;
}

/** Decides what goes back. An order without units is cancelled. @throws Refusal RETURN_INVALID */
function decideUnits(
  found: StoredOrder,
  returned: readonly OrderReturnRow[],
  request: ChangeRequest,
): Returns & { action: OrderAction } {
  const { action } = request;
  const returns = decideReturns(found, returned, request);
  if (action === 'reduce' && returns.rows.length === 0) {
    throw new Refusal('RETURN_INVALID', { message: noUnits });
  }
  const isWhole = action === 'reduce' && areAllBack(found.items, [...returned, ...returns.rows]);
  return isWhole ? { action: 'cancel', rows: [], amountCents: undefined } : { action, ...returns };
}

/** Finds out whether the order has the parcel, note or address of the request, and the change that it has it by. */
function findRepeated(
  { order, changes }: StoredOrder,
  { action, tracking, note, address }: ChangeRequest,
): { done: OrderChangeRow | undefined } | undefined {
  const last = (kind: OrderChangeRow['kind']) => changes.findLast((one) => one.kind === kind);
  switch (action) {
    case 'note': {
      const done = last('noted');
      return done?.note === note ? { done } : undefined;
    }
    case 'track': {
      const done = lastParcel(changes);
      return done && isParcel(done, tracking) ? { done } : undefined;
    }
    case 'send': {
      const done = parcelsOf(changes).find((parcel) => isParcel(parcel, tracking));
      return done && { done };
    }
    case 'readdress':
      return order.address === address ? { done: last('readdressed') } : undefined;
    default:
      return undefined;
  }
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
  const { action, amountCents, rows } = decideUnits(found, earlier, request);
  const paidCents = action === 'restock' ? 0 : (request.amountCents ?? amountCents ?? leftCents);
  const isSame =
    first.kind === changeKinds[action] &&
    first.amount_cents === paidCents &&
    isDeepStrictEqual(
      rows,
      returned.flatMap(({ number, order_id, ...row }) => (number === first.number ? row : [])),
    );
  if (!isSame) throw new Refusal('IDEMPOTENCY_KEY_REUSED', { message: refundKeyReused });
  return unchanged(found, { ...request, action }, first);
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
