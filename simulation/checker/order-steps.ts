/** The effects of checkouts, changes of orders and reads of orders on a shopper in the model. */
import * as messages from '../../contract/messages.ts';
import { toCents } from '../../contract/money.ts';
import type { Order } from '../../contract/orders.ts';
import type { OperatorReplies } from '../history.ts';
import type { CallOf } from './calls.ts';
import {
  type ChangeRequest,
  cancelledUnits,
  changeOrder,
  isPublic,
  isSame,
  type OrderState,
  parcelsOf,
  returnedCents,
  statusOf,
} from './order-state.ts';
import {
  cartOf,
  type Knowledge,
  newestFirst,
  type PlacedOrder,
  type ShopperState,
  type Step,
} from './shopper-state.ts';

export function checkout(call: CallOf<'checkout'>, known: Knowledge): Step | undefined {
  const { response, operation } = call;
  const keyed = known.orders.get(operation.key);
  /** Without a key, an order is known by the cart and the balance that it left. */
  const orderOf = (state: ShopperState) =>
    keyed ?? known.unnamed.find((order) => !isIn(state, order.id) && place(state, order));
  const isOrdered = (state: ShopperState) => keyed !== undefined && isIn(state, keyed.id);
  const placed: Step = (state) => {
    const order = orderOf(state);
    return order && place(state, order);
  };
  // A key without an order in the final state never had one.
  if (response === undefined) return (state) => (isOrdered(state) ? state : placed(state));
  if (response.status !== 200) return refusal(call, isOrdered, known);
  if (response.replayed) return (state) => (isOrdered(state) ? state : undefined);
  return (state) => (isOrdered(state) ? undefined : placed(state));
}

/** Turns the whole cart into the order. @returns undefined if the order is of another cart, or left another balance */
function place(state: ShopperState, order: PlacedOrder): ShopperState | undefined {
  const { id, address, lines, totalCents, balanceAfterCents } = order;
  const balanceCents = state.balanceCents - totalCents;
  if (balanceCents !== balanceAfterCents || !isSame(state.cart, cartOf(lines))) return undefined;
  const orders = newestFirst([...state.orders, { id, address, changes: [] }]);
  return { ...state, cart: [], balanceCents, orders };
}

/** Returns the expected refusal. Refusals for price or stock are always possible, because the model has neither. */
function refusal(
  { operation, response }: CallOf<'checkout'>,
  isOrdered: (state: ShopperState) => boolean,
  known: Knowledge,
): Step {
  if (response?.status === 422) return (state) => (isOrdered(state) ? state : undefined);
  const { message } = JSON.parse(response?.body ?? '{}') as { message?: string };
  const address = known.addressesById.get(operation.addressId) ?? '';
  return (state) => {
    const isEmpty = state.cart.length === 0;
    if (isOrdered(state) || isEmpty !== (message === messages.cartEmpty)) return undefined;
    const isMissing = !state.addresses.includes(address);
    return message === messages.addressMissing && !isMissing ? undefined : state;
  };
}

/** A change by the operator or by the shopper, who can only cancel. The wallet gets the refund at once. */
export function change(
  { operation, response }: CallOf<'cancel order' | 'change order'>,
  known: Knowledge,
): Step {
  const isByOperator = operation.type === 'change order';
  const { orderId } = operation;
  const request: ChangeRequest = isByOperator
    ? { ...operation, by: 'operator' }
    : { action: 'cancel', by: 'shopper' };
  const isPossible = (status: number) => response === undefined || response.status === status;
  const reply = response?.status === 200 ? JSON.parse(response.body) : undefined;
  const isReply = (before: OrderState, after: OrderState) =>
    isByOperator
      ? isSame(reply, operatorReply(after, after !== before, known))
      : isSame(shownOrder(reply), visible(after, known));
  return (state) => {
    const changed = changeIn(state, orderId, request, known);
    if (typeof changed === 'number') return isPossible(changed) ? state : undefined;
    const { before, after } = changed;
    return isPossible(200) && (!reply || isReply(before, after)) ? changed.state : undefined;
  };
}

/** Ships the shopper's orders of a file, or refuses it because of one of them, or of another shopper's. */
export function shipFile({ operation, response }: CallOf<'ship file'>, known: Knowledge): Step {
  const { parcels, isAll } = operation;
  const reply: OperatorReplies['ship file'] | undefined =
    response?.status === 200 ? JSON.parse(response.body) : undefined;
  return (before) => {
    let state = before;
    let shipped = 0;
    for (const { orderId, tracking } of parcels) {
      const request = { action: 'ship', by: 'operator', tracking } as const;
      const changed = changeIn(state, orderId, request, known);
      if (typeof changed === 'number') return reply ? undefined : before;
      if (changed.after !== changed.before) shipped++;
      state = changed.state;
    }
    if (response && !reply) return isAll ? undefined : before;
    return reply && isAll && reply.shipped !== shipped ? undefined : state;
  };
}

/** @returns the status of the refusal, or the changed order and state */
function changeIn(state: ShopperState, orderId: string, request: ChangeRequest, known: Knowledge) {
  const before = state.orders.find(({ id }) => id === orderId);
  const placed = known.ordersById.get(orderId);
  if (before === undefined || placed === undefined) return MISSING;
  // Nobody can spend a refund.
  if (state.isErased) return ERASED;
  const after = changeOrder(before, request, { ...placed, uncounted: known.uncounted });
  if (typeof after === 'number') return after;
  const cents = returnedCents(after.changes) - returnedCents(before.changes);
  const orders = state.orders.map((order) => (order === before ? after : order));
  return { before, after, state: { ...state, balanceCents: state.balanceCents + cents, orders } };
}

const [ERASED, MISSING] = [400, 404];

export function readOrder(
  { operation, response }: CallOf<'read order' | 'read invoice'>,
  known: Knowledge,
): Step | undefined {
  if (response === undefined) return undefined;
  const shown = response.status === 200 ? shownOrder(JSON.parse(response.body)) : undefined;
  return (state) => {
    const order = state.orders.find(({ id }) => id === operation.orderId);
    return isSame(shown, order && visible(order, known)) ? state : undefined;
  };
}

/** Reads the newest orders, as many as were requested. */
export function readOrders(
  { operation, response }: CallOf<'read orders'>,
  known: Knowledge,
): Step | undefined {
  if (response?.status !== 200) return undefined;
  const shown = (JSON.parse(response.body) as Order[]).map(shownOrder);
  return (state) => {
    const newest = state.orders.slice(0, operation.limit).map((order) => visible(order, known));
    return isSame(shown, newest) ? state : undefined;
  };
}

function isIn({ orders }: ShopperState, orderId: string): boolean {
  return orders.some(({ id }) => id === orderId);
}

/** The fields of an order that can change and that a shopper sees. Notes are for operators alone. */
function visible(order: OrderState, { ordersById, uncounted }: Knowledge) {
  const { id, address, changes } = order;
  const { lines = [], totalCents = 0 } = ordersById.get(id) ?? {};
  const shown = changes.filter(isPublic);
  return {
    id,
    totalCents,
    address,
    cancelled: lines.flatMap(({ productId }) => {
      const units = cancelledUnits(changes, productId);
      return units > 0 ? [[productId, units]] : [];
    }),
    status: statusOf(order, { lines, totalCents, uncounted }),
    refundedCents: returnedCents(changes),
    parcels: parcelsOf(changes).flatMap((change) => parcelOf(change) ?? []),
    history: shown.map((change) => {
      const status = shownAs[change.kind] ?? change.kind;
      return [status, change.amountCents, parcelOf(change)];
    }),
  };
}

function parcelOf(change: OrderState['changes'][number] | undefined) {
  return change?.tracking ? [change.carrier, change.tracking] : null;
}

/** The status of changes that only correct what comes with it. */
const shownAs: Partial<Record<OrderState['changes'][number]['kind'], string>> = {
  tracked: 'shipped',
  sent: 'shipped',
  readdressed: 'placed',
  reduced: 'placed',
};

function shownOrder({
  id,
  total,
  address,
  lines,
  status,
  refunded,
  tracking,
  parcels = tracking ? [tracking] : [],
  history = [],
}: Order) {
  const parcel = (shown: Order['tracking']) => (shown ? [shown.carrier, shown.number] : null);
  return {
    ...{ id, totalCents: toCents(total), address },
    cancelled: lines.flatMap(({ productId, cancelled = 0 }) =>
      cancelled > 0 ? [[productId, cancelled]] : [],
    ),
    ...{ status, refundedCents: toCents(refunded) },
    parcels: parcels.flatMap((one) => parcel(one) ?? []),
    history: history
      .slice(1)
      .map((step) => [step.status, toCents(step.amount ?? 0), parcel(step.tracking)]),
  };
}

function operatorReply(
  order: OrderState,
  isChanged: boolean,
  known: Knowledge,
): OperatorReplies['change order'] {
  const { status, refundedCents } = visible(order, known);
  return { status, refundedCents, isChanged };
}
