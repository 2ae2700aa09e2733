/** Invariants of changes of orders, checked by each order's history in the database. */
import type { DeskReply } from '../history.ts';
import { type CallOf, callsOf, type PairedHistory } from './calls.ts';

type StoredOrder = PairedHistory['final']['orders'][number];
type StoredChange = StoredOrder['changes'][number];
type Request = CallOf<'cancel order' | 'change order'>;

const kinds = {
  ...{ ship: 'shipped', cancel: 'cancelled', refund: 'refunded' },
  ...{ track: 'tracked', note: 'noted' },
} as const;

/** Finds acknowledged changes that the database lacks. A change that was done before may be somebody else's. */
export function findLostChanges(history: PairedHistory): string[] {
  const changes = new Map(history.final.orders.map((order) => [order.id, order.changes]));
  return requestsOf(history).flatMap((request) => {
    const { id, operation, response } = request;
    if (response?.status !== 200) return [];
    const own = changes.get(operation.orderId) ?? [];
    const isThere = isDoneBefore(request)
      ? own.some(({ kind }) => kind === kindOf(request))
      : own.some((change) => isOf(change, request));
    return isThere
      ? []
      : [`call ${id}, ${JSON.stringify(operation)}, was acknowledged and is lost`];
  });
}

/** Finds changes that nobody requested, or that happened more often than they were requested. */
export function findRepeatedChanges(history: PairedHistory): string[] {
  const requests = Map.groupBy(requestsOf(history), ({ operation }) => operation.orderId);
  return history.final.orders.flatMap((order) => {
    const own = (requests.get(order.id) ?? []).filter(mayHaveChanged);
    return [...Map.groupBy(order.changes, describe)].flatMap(([name, same]) => {
      const [change] = same;
      const requested = own.filter((request) => change && isOf(change, request)).length;
      const isOnce = change?.kind !== 'refunded' || change.key !== null;
      if (same.length <= (isOnce ? Math.min(1, requested) : requested)) return [];
      return [`order ${order.id}: ${name} ${same.length} times, requested ${requested} times`];
    });
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
    const cents = returnedCents(order);
    const isWhole = cents === totalCents;
    const isRight = (status === 'cancelled' || status === 'refunded') === isWhole;
    if (cents === refundedCents && cents <= totalCents && isRight) return [];
    return [`order ${id}, ${status}, ${refundedCents} of ${totalCents}; its history has ${cents}`];
  });
}

/** The sum of refunds in the history of the order. */
export function returnedCents({ changes }: StoredOrder): number {
  return changes.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

export function requestsOf(history: PairedHistory): Request[] {
  return [...callsOf(history, 'cancel order'), ...callsOf(history, 'change order')];
}

function kindOf({ operation }: Request) {
  return operation.type === 'cancel order' ? 'cancelled' : kinds[operation.action];
}

function isOf(change: StoredChange, request: Request): boolean {
  const { operation } = request;
  if (change.kind !== kindOf(request)) return false;
  if (operation.type === 'cancel order') return change.by === 'shopper';
  const { key = null, amountCents = change.amountCents } = operation;
  return change.by === 'operator' && change.key === key && change.amountCents === amountCents;
}

/** Whether a response says that the change was done before. A shopper's responses do not say so. */
function isDoneBefore({ operation, response }: Request): boolean {
  if (operation.type === 'cancel order' || response?.status !== 200) return true;
  const { isChanged }: DeskReply = JSON.parse(response.body);
  return !isChanged;
}

function mayHaveChanged(request: Request): boolean {
  const { operation, response } = request;
  if (response === undefined) return true;
  return response.status === 200 && (operation.type === 'cancel order' || !isDoneBefore(request));
}

function describe({ kind, key, amountCents }: StoredChange): string {
  if (kind !== 'refunded') return kind;
  return key === null ? `refunded ${amountCents} cents` : `refunded by ${key}`;
}
