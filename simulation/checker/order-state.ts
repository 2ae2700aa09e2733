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
  readonly address: string;
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
  send: 'sent',
  readdress: 'readdressed',
  reduce: 'reduced',
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
  send: { placed: 'refused', shipped: 'new', cancelled: 'refused', refunded: 'new' },
  readdress: { placed: 'new', shipped: 'refused', cancelled: 'refused', refunded: 'refused' },
  reduce: { placed: 'new', shipped: 'refused', cancelled: 'refused', refunded: 'refused' },
  note: { placed: 'new', shipped: 'new', cancelled: 'new', refunded: 'new' },
  restock: { placed: 'refused', shipped: 'new', cancelled: 'refused', refunded: 'new' },
};

/** @returns the changed order, the same object if the change was done before, or the status of the refusal */
export function changeOrder(
  order: OrderState,
  asked: ChangeRequest,
  facts: OrderFacts,
): OrderState | number {
  const { changes, address } = order;
  const { key } = asked;
  const keyed = changes.findIndex((change) => key !== undefined && change.key === key);
  if (keyed >= 0) {
    const before = changes.slice(0, keyed);
    const request = { ...asked, action: actionOf(asked, before, facts) };
    const again = refund(before, request, facts);
    const isAgain = again !== undefined && isSame(again, amountAndReturns(changes[keyed]));
    return isAgain && changes[keyed]?.kind === kinds[request.action] ? order : KEY_REUSED;
  }
  const request = { ...asked, action: actionOf(asked, changes, facts) };
  const { action, amountCents } = request;
  if (isRepeated(order, request)) return order;
  const outcome = lifecycle[action][statusOf(order, facts)];
  const isPart = amountCents !== undefined || (action === 'refund' && request.lines !== undefined);
  if (outcome === 'done' && !isPart) return isKept(changes, request) ? order : CONFLICT;
  if (outcome !== 'new') return CONFLICT;
  const returned = refund(changes, request, facts);
  if (returned === undefined) return CONFLICT;
  const change = changeOf(request, { ...returned, address });
  return { ...order, address: request.address ?? address, changes: [...changes, change] };
}

/** A cancellation of all units that are left is one of the order. */
function actionOf(
  request: ChangeRequest,
  changes: readonly StoredChange[],
  { lines }: Pick<OrderFacts, 'lines'>,
): ChangeRequest['action'] {
  const action = nameOf(request);
  const isAll = lines.every(
    ({ productId, qty }) =>
      paidBack(changes, productId) + (request.lines?.[productId] ?? 0) === qty,
  );
  return action === 'reduce' && isAll ? 'cancel' : action;
}

/** Goods that come back without lines and an amount are no refund. A cancellation of lines takes them out. */
export function nameOf({
  action,
  amountCents,
  lines,
  restock,
}: Omit<ChangeRequest, 'by'>): ChangeRequest['action'] {
  if (action === 'cancel' && lines !== undefined) return 'reduce';
  const isOnlyGoods = restock !== undefined && amountCents === undefined && lines === undefined;
  return action === 'refund' && isOnlyGoods ? 'restock' : action;
}

/** The change that a request makes, once its action is known. */
export function changeOf(
  { action, by, tracking, note, key }: ChangeRequest,
  { amountCents, returns, address }: Pick<StoredChange, 'amountCents' | 'returns' | 'address'>,
): StoredChange {
  return {
    kind: kinds[action],
    amountCents,
    by,
    key: key ?? null,
    note: note ?? null,
    carrier: tracking?.carrier ?? null,
    tracking: tracking?.number ?? null,
    address: action === 'readdress' ? address : null,
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

/** Those parcels that no later change has corrected. */
export function parcelsOf(changes: readonly StoredChange[]): StoredChange[] {
  const named = changes.filter(({ carrier }) => carrier !== null);
  return named.filter((_, index) => named[index + 1]?.kind !== 'tracked');
}

function isParcel({ carrier, tracking }: StoredChange, request: ChangeRequest): boolean {
  return carrier === request.tracking?.carrier && tracking === request.tracking?.number;
}

function isLastParcel(changes: readonly StoredChange[], request: ChangeRequest): boolean {
  return parcelsOf(changes)
    .slice(-1)
    .some((parcel) => isParcel(parcel, request));
}

/** Whether the order has the address, the parcel, or the last parcel or note already. */
function isRepeated({ changes, address }: OrderState, request: ChangeRequest): boolean {
  const { action, note } = request;
  if (action === 'readdress') return address === request.address;
  if (action === 'note') return changes.findLast(({ kind }) => kind === 'noted')?.note === note;
  if (action === 'send') return parcelsOf(changes).some((parcel) => isParcel(parcel, request));
  return action === 'track' && isLastParcel(changes, request);
}

/** Whether what was done before was done with the parcel of the request. */
function isKept(changes: readonly StoredChange[], request: ChangeRequest): boolean {
  return request.tracking === undefined || isLastParcel(changes, request);
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
  if (!['refund', 'restock', 'reduce'].includes(request.action)) {
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
    const out = cancelledUnits(changes, id);
    const isPaid = request.lines === undefined || restocked === 0 || back <= paid - out;
    return paid <= qty && back <= qty - out && isPaid && !(restocked > 0 && uncounted.has(id));
  });
  return isPossible && amountCents <= leftCents ? { amountCents, returns } : undefined;
}

/** The units that were taken out before the order was shipped. */
export function cancelledUnits(changes: readonly StoredChange[], productId: string): number {
  return paidBack(
    changes.filter(({ kind }) => kind === 'reduced'),
    productId,
  );
}

function paidBack(changes: readonly StoredChange[], productId: string): number {
  const own = changes.flatMap(({ returns }) => returns.filter(([id]) => id === productId));
  return own.reduce((sum, [, units]) => sum + units, 0);
}

function amountAndReturns(change: StoredChange | undefined) {
  return change && { amountCents: change.amountCents, returns: change.returns };
}
