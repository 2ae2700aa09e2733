/** The sequential model of one order: the effect of each change. */
import { sumCents } from '../../contract/money.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import type { FinalState } from '../final-state.ts';
import type { OrderOperation, Units } from '../history.ts';

type StoredOrder = FinalState['orders'][number];
export type StoredChange = StoredOrder['changes'][number];

export type PricedLine = Omit<StoredOrder['lines'][number], 'taxRate'>;

export interface OrderState {
  readonly id: string;
  /** The history of the order, oldest first. */
  readonly changes: readonly StoredChange[];
}

/** Facts about an order that never change. */
export interface OrderFacts extends Pick<StoredOrder, 'totalCents'> {
  lines: readonly PricedLine[];
  /** The products whose stock is not counted. */
  uncounted: ReadonlySet<string>;
}

/** A shopper can only cancel. */
export type ChangeRequest = Omit<OrderOperation, 'type' | 'orderId'> & Pick<StoredChange, 'by'>;

const [CONFLICT, KEY_REUSED] = [409, 422];
const kinds: Record<ChangeRequest['action'], StoredChange['kind']> = {
  ship: 'shipped',
  cancel: 'cancelled',
  refund: 'refunded',
  track: 'tracked',
  note: 'noted',
  restock: 'restocked',
};
/** Whether each action changes an order of each status, is done already, or is refused. */
const lifecycle: Record<
  ChangeRequest['action'],
  Record<OrderStatus, 'new' | 'done' | 'refused'>
> = {
  ship: { placed: 'new', shipped: 'done', cancelled: 'refused', refunded: 'done' },
  cancel: { placed: 'new', shipped: 'refused', cancelled: 'done', refunded: 'refused' },
  refund: { placed: 'refused', shipped: 'new', cancelled: 'refused', refunded: 'done' },
  track: { placed: 'refused', shipped: 'new', cancelled: 'refused', refunded: 'new' },
  note: { placed: 'new', shipped: 'new', cancelled: 'new', refunded: 'new' },
  restock: { placed: 'refused', shipped: 'new', cancelled: 'refused', refunded: 'new' },
};

/** @returns the changed order, the same object if the change was done before, or the status of the refusal */
export function changeOrder(
  order: OrderState,
  asked: ChangeRequest,
  facts: OrderFacts,
): OrderState | number {
  const request = { ...asked, action: actionOf(asked) };
  const { action, key, amountCents } = request;
  const { changes } = order;
  const keyed = changes.findIndex((change) => key !== undefined && change.key === key);
  if (keyed >= 0) {
    const again = refund(changes.slice(0, keyed), request, facts);
    const isAgain = again !== undefined && isSame(again, amountAndReturns(changes[keyed]));
    return isAgain && changes[keyed]?.kind === kinds[action] ? order : KEY_REUSED;
  }
  if (isRepeated(changes, request)) return order;
  const outcome = lifecycle[action][statusOf(order, facts)];
  const isDone = outcome === 'done' && amountCents === undefined && !request.lines;
  if (isDone) return isKept(changes, request) ? order : CONFLICT;
  if (outcome !== 'new') return CONFLICT;
  const returned = refund(changes, request, facts);
  if (returned === undefined) return CONFLICT;
  return { ...order, changes: [...changes, changeOf(request, returned)] };
}

/** Goods that come back without lines and an amount are no refund. */
function actionOf({ action, amountCents, lines, restock }: ChangeRequest): ChangeRequest['action'] {
  const isOnlyGoods = restock !== undefined && amountCents === undefined && lines === undefined;
  return action === 'refund' && isOnlyGoods ? 'restock' : action;
}

/** The change that a request makes. */
export function changeOf(
  { by, tracking, note, key, ...request }: ChangeRequest,
  { amountCents, returns }: Pick<StoredChange, 'amountCents' | 'returns'>,
): StoredChange {
  return {
    kind: kinds[actionOf({ by, ...request })],
    amountCents,
    by,
    key: key ?? null,
    note: note ?? null,
    carrier: tracking?.carrier ?? null,
    tracking: tracking?.number ?? null,
    returns,
  };
}

export function statusOf({ changes }: OrderState, { totalCents }: OrderFacts): OrderStatus {
  const made = new Set(changes.map(({ kind }) => kind));
  if (made.has('cancelled')) return 'cancelled';
  if (!made.has('shipped')) return 'placed';
  return returnedCents(changes) === totalCents ? 'refunded' : 'shipped';
}

export function returnedCents(changes: readonly StoredChange[]): number {
  return changes.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The units of each product that a request names. */
export function returnsOf({ lines = {}, restock = {} }: Pick<ChangeRequest, 'lines' | 'restock'>) {
  return [...new Set([...Object.keys(lines), ...Object.keys(restock)])]
    .map((id) => [id, lines[id] ?? 0, restock[id] ?? 0] as const)
    .toSorted();
}

/** The shopper and the receiver learn about all changes but notes and returned goods. */
export function isPublic({ kind }: Pick<StoredChange, 'kind'>): boolean {
  return kind !== 'noted' && kind !== 'restocked';
}

export function lastParcel(changes: readonly StoredChange[]): StoredChange | undefined {
  return changes.findLast(({ carrier }) => carrier !== null);
}

function isParcel(changes: readonly StoredChange[], { tracking }: ChangeRequest): boolean {
  const last = lastParcel(changes);
  return last?.carrier === tracking?.carrier && last?.tracking === tracking?.number;
}

/** The last parcel or note of the order. */
function isRepeated(changes: readonly StoredChange[], request: ChangeRequest): boolean {
  const { action, note } = request;
  if (action === 'note') return changes.findLast(({ kind }) => kind === 'noted')?.note === note;
  return action === 'track' && isParcel(changes, request);
}

/** Whether what was done before was done with the parcel of the request. */
function isKept(changes: readonly StoredChange[], request: ChangeRequest): boolean {
  return request.tracking === undefined || isParcel(changes, request);
}

/**
 * What a refund or a cancellation returns; other changes return nothing.
 * @param changes those before it
 * @returns undefined if more would be returned than there is
 */
function refund(
  changes: readonly StoredChange[],
  request: ChangeRequest,
  { lines, totalCents, uncounted }: OrderFacts,
): Pick<StoredChange, 'amountCents' | 'returns'> | undefined {
  const leftCents = totalCents - returnedCents(changes);
  if (request.action === 'cancel') return { amountCents: leftCents, returns: [] };
  if (request.action !== 'refund' && request.action !== 'restock') {
    return { amountCents: 0, returns: [] };
  }
  const costOf = (units: Units) =>
    sumCents(lines.map((line) => ({ ...line, qty: units[line.productId] ?? 0 })));
  const ofLines = request.lines && costOf(request.lines);
  const wholeCents = request.action === 'restock' ? 0 : leftCents;
  const amountCents = request.amountCents ?? ofLines ?? wholeCents;
  const returns = returnsOf(request);
  const isPossible = returns.every(([id, refunded, restocked]) => {
    const before = changes.flatMap((change) => change.returns.filter(([other]) => other === id));
    const paid = before.reduce((sum, [, units]) => sum + units, refunded);
    const back = before.reduce((sum, [, , units]) => sum + units, restocked);
    const qty = lines.find(({ productId }) => productId === id)?.qty ?? 0;
    const isPaid = request.lines === undefined || restocked === 0 || back <= paid;
    return paid <= qty && back <= qty && isPaid && !(restocked > 0 && uncounted.has(id));
  });
  return isPossible && amountCents <= leftCents ? { amountCents, returns } : undefined;
}

function amountAndReturns(change: StoredChange | undefined) {
  return change && { amountCents: change.amountCents, returns: change.returns };
}
