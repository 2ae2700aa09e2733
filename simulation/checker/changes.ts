/** Invariants of changes of orders, checked by each order's history in the database. */
import type { OperatorReplies } from '../history.ts';
import { type CallOf, callsOf, type PairedHistory } from './calls.ts';
import {
  type ChangeRequest,
  changeOf,
  isSame,
  nameOf,
  returnedCents,
  returnsOf,
  type StoredChange,
} from './order-state.ts';

type Request = CallOf<'cancel order' | 'change order'>;

/** Finds acknowledged changes that the database lacks. A change that was done before may be somebody else's. */
export function findLostChanges(history: PairedHistory): string[] {
  const orders = new Map(history.final.orders.map((order) => [order.id, order]));
  const erased = erasedOf(history);
  return requestsOf(history).flatMap((request) => {
    const { id, username, operation, response } = request;
    if (response?.status !== 200) return [];
    const own = orders.get(operation.orderId)?.changes ?? [];
    const isErased = erased.has(username);
    const isThere = isDoneBefore(request)
      ? own.some((change) => isLike(change, request, isErased))
      : own.some((change) => isOf(change, request, isErased));
    return isThere
      ? []
      : [`call ${id}, ${JSON.stringify(operation)}, was acknowledged and is lost`];
  });
}

/** Finds changes that nobody requested, or that happened more often than they were requested. */
export function findRepeatedChanges(history: PairedHistory): string[] {
  const requests = Map.groupBy(requestsOf(history), ({ operation }) => operation.orderId);
  const erased = erasedOf(history);
  return history.final.orders.flatMap((order) => {
    const isErased = erased.has(order.username);
    const own = (requests.get(order.id) ?? []).filter(mayHaveChanged);
    return [...Map.groupBy(order.changes, describe)].flatMap(([name, same]) => {
      const requested = own.filter((request) =>
        same.some((change) => isOf(change, request, isErased)),
      ).length;
      const isOnce = same.some(({ kind, key }) => isOnceFor(kind, key));
      if (same.length <= (isOnce ? Math.min(1, requested) : requested)) return [];
      return [`order ${order.id}: ${name} ${same.length} times, requested ${requested} times`];
    });
  });
}

/** Finds files of parcels that were shipped only in part. An erased order doesn't reveal its file. */
export function findTornFiles(history: PairedHistory): string[] {
  const orders = new Map(history.final.orders.map((order) => [order.id, order]));
  const erased = erasedOf(history);
  return [...Map.groupBy(callsOf(history, 'ship file'), ({ id }) => id)].flatMap(([id, calls]) => {
    const isShipped = calls
      .flatMap(({ operation }) => operation.parcels)
      .filter(({ username }) => !erased.has(username))
      .map(({ orderId, tracking }) =>
        (orders.get(orderId)?.changes ?? []).some(
          (change) => change.tracking === tracking.number && change.carrier === tracking.carrier,
        ),
      );
    return new Set(isShipped).size > 1 ? [`call ${id} shipped only a part of its file`] : [];
  });
}

export function findCancelledAndShipped({ final }: PairedHistory): string[] {
  return final.orders.flatMap(({ id, status, changes }) => {
    const made = new Set(changes.map(({ kind }) => kind));
    const isCancelled = made.has('cancelled') || status === 'cancelled';
    const isShipped = made.has('shipped') || status === 'shipped' || status === 'refunded';
    return isCancelled && isShipped ? [`order ${id} is ${status}, and was ${[...made]}`] : [];
  });
}

/** Finds orders whose refunds contradict their history or their status, or exceed their total. */
export function findWrongRefunds({ final }: PairedHistory): string[] {
  return final.orders.flatMap((order) => {
    const { id, status, refundedCents, totalCents } = order;
    const cents = returnedCents(order.changes);
    const isWhole = cents === totalCents;
    const isRight = (status === 'cancelled' || status === 'refunded') === isWhole;
    if (cents === refundedCents && cents <= totalCents && isRight) return [];
    return [`order ${id}, ${status}, ${refundedCents} of ${totalCents}; its history has ${cents}`];
  });
}

/** The requests to change an order, those of files included. */
export function requestsOf(history: PairedHistory): Request[] {
  const files = callsOf(history, 'ship file').flatMap((call) =>
    call.operation.parcels.map(({ orderId, tracking }): Request => {
      const operation = { type: 'change order', action: 'ship', orderId, tracking } as const;
      return { ...call, operation };
    }),
  );
  return [...callsOf(history, 'cancel order'), ...callsOf(history, 'change order'), ...files];
}

export function erasedOf({ final }: PairedHistory): Set<string> {
  return new Set(final.users.flatMap(({ username, isErased }) => (isErased ? username : [])));
}

/** Whether a change is what the request asked for. Personal data is removed from erased accounts. */
function isOf(change: StoredChange, { operation }: Request, isErased: boolean): boolean {
  const request: ChangeRequest =
    operation.type === 'cancel order'
      ? { action: 'cancel', by: 'shopper' }
      : { ...operation, by: 'operator' };
  const { amountCents = change.amountCents } = request;
  // The model knows what was left, and the address that was replaced.
  const isOfAll = request.action === 'cancel' && change.kind === 'cancelled';
  const returns = isOfAll ? [] : returnsOf(request);
  const action = isOfAll ? 'cancel' : nameOf(request);
  const expected = changeOf(
    { ...request, action },
    { amountCents, returns, address: change.address },
  );
  const left = isErased ? { key: null, note: null, tracking: null } : {};
  return isSame(change, { ...expected, ...left });
}

/** Whether a change may have been made before the request. */
function isLike(
  { kind, tracking }: StoredChange,
  { operation }: Request,
  isErased: boolean,
): boolean {
  if (operation.type === 'cancel order') return kind === 'cancelled';
  // The address may be the one that was selected, so that nothing was changed.
  if (operation.action === 'readdress') return true;
  if (operation.action === 'cancel' && kind === 'cancelled') return true;
  const { kind: expected } = changeOf(
    { ...operation, action: nameOf(operation), by: 'operator' },
    { amountCents: 0, returns: [], address: null },
  );
  if (operation.tracking === undefined) return kind === expected;
  // The number may have been given when the order was shipped. An erased order doesn't reveal it.
  if (isErased) return kind === 'shipped' || kind === 'tracked';
  return tracking === operation.tracking.number;
}

/** Whether a response says that the change was done before. A shopper's, and that of a file, do not say so. */
function isDoneBefore({ operation, response }: Request): boolean {
  if (operation.type === 'cancel order' || response?.status !== 200) return true;
  const { isChanged }: Partial<OperatorReplies['change order']> = JSON.parse(response.body);
  return isChanged !== true;
}

function mayHaveChanged({ response }: Request): boolean {
  if (response === undefined) return true;
  const { isChanged = true }: Partial<OperatorReplies['change order']> = JSON.parse(response.body);
  return response.status === 200 && isChanged;
}

/** Whether a change happens at most once, however often it is requested. */
function isOnceFor(kind: StoredChange['kind'], key: string | null): boolean {
  return kind === 'shipped' || kind === 'cancelled' || key !== null;
}

function describe({ kind, key, amountCents, note, tracking, address }: StoredChange): string {
  if (kind === 'noted') return `noted ${note}`;
  if (kind === 'tracked') return `tracked ${tracking}`;
  if (kind === 'readdressed') return `readdressed from ${address}`;
  if (kind === 'cancelled' || kind === 'shipped') return kind;
  return key === null ? `${kind} ${amountCents} cents` : `${kind} by ${key}`;
}
