/** The effects of checkouts, changes of orders and reads of orders on a shopper in the model. */
import * as messages from '../../contract/messages.ts';
import { toCents } from '../../contract/money.ts';
import type { Order } from '../../contract/orders.ts';
import type { DeskReply } from '../history.ts';
import type { CallOf } from './calls.ts';
import { changeOrder, type OrderState } from './order-state.ts';
import {
  isSame,
  type Knowledge,
  newestFirst,
  type ShopperState,
  type Step,
} from './shopper-state.ts';

export function checkout(call: CallOf<'checkout'>, known: Knowledge): Step | undefined {
  const { response, operation } = call;
  const order = known.orders.get(operation.key);
  const isOrdered = (state: ShopperState) => order !== undefined && isIn(state, order.id);
  /** Turns the whole cart into the order. */
  const place: Step = (state) => {
    if (!order || !isSame(state.cart, order.cart)) return undefined;
    const { id, totalCents, balanceAfterCents } = order;
    const balanceCents = state.balanceCents - totalCents;
    if (balanceCents !== balanceAfterCents) return undefined;
    const placed: OrderState = { id, totalCents, status: 'placed', refundedCents: 0, keys: [] };
    return { ...state, cart: [], balanceCents, orders: newestFirst([...state.orders, placed]) };
  };
  if (response === undefined) {
    // A key without an order in the final state never had one.
    return order && ((state) => (isOrdered(state) ? state : place(state)));
  }
  if (response.status !== 200) return refusal(call, isOrdered, known);
  if (response.replayed) return (state) => (isOrdered(state) ? state : undefined);
  return (state) => (isOrdered(state) ? undefined : place(state));
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
export function change({ operation, response }: CallOf<'cancel order' | 'change order'>): Step {
  const isByOperator = operation.type === 'change order';
  const request = isByOperator ? operation : { action: 'cancel' as const };
  const isPossible = (status: number) => response === undefined || response.status === status;
  const reply = response?.status === 200 ? JSON.parse(response.body) : undefined;
  const isReply = (before: OrderState, after: OrderState) =>
    isByOperator
      ? isSame(reply, deskReply(after, after !== before))
      : isSame(shownOrder(reply), visible(after));
  return (state) => {
    const before = state.orders.find(({ id }) => id === operation.orderId);
    if (before === undefined) return isPossible(404) ? state : undefined;
    const after = changeOrder(before, request);
    if (typeof after === 'number') return isPossible(after) ? state : undefined;
    if (!isPossible(200) || (reply && !isReply(before, after))) return undefined;
    const balanceCents = state.balanceCents + after.refundedCents - before.refundedCents;
    const orders = state.orders.map((order) => (order === before ? after : order));
    return { ...state, balanceCents, orders };
  };
}

export function readOrder({ operation, response }: CallOf<'read order'>): Step | undefined {
  if (response === undefined) return undefined;
  const shown = response.status === 200 ? shownOrder(JSON.parse(response.body)) : undefined;
  return (state) => {
    const order = state.orders.find(({ id }) => id === operation.orderId);
    return isSame(shown, order && visible(order)) ? state : undefined;
  };
}

/** Reads the newest orders, as many as were requested. */
export function readOrders({ operation, response }: CallOf<'read orders'>): Step | undefined {
  if (response?.status !== 200) return undefined;
  const shown = (JSON.parse(response.body) as Order[]).map(shownOrder);
  return (state) => {
    const newest = state.orders.slice(0, operation.limit).map(visible);
    return isSame(shown, newest) ? state : undefined;
  };
}

function isIn({ orders }: ShopperState, orderId: string): boolean {
  return orders.some(({ id }) => id === orderId);
}

/** The fields of an order that can change and that a shopper sees. */
function visible({ id, totalCents, status, refundedCents }: OrderState) {
  return { id, totalCents, status, refundedCents };
}

function shownOrder({ id, total, status, refunded }: Order) {
  return { id, totalCents: toCents(total), status, refundedCents: toCents(refunded) };
}

function deskReply({ status, refundedCents }: OrderState, isChanged: boolean): DeskReply {
  return { status, refundedCents, isChanged };
}
