/** What the shop should say to one shopper, were their requests answered one after the other. */
import { OPENING_BALANCE_CENTS } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { toCents } from '../../../contract/money.ts';
import type { BookedOrder, BookedUser } from '../history.ts';
import type { Happening } from './linearise.ts';
import { type Call, type CallOf, isCall, orderIn } from './trace.ts';

type CartLines = readonly (readonly [productId: string, qty: number])[];

/** Nothing but values, so that equal states have equal JSON. */
export interface Shopper {
  readonly cart: CartLines;
  /** Their texts, of which no two are alike. */
  readonly addresses: readonly string[];
  readonly balanceCents: number;
  /** Keys that were ordered with. */
  readonly ordered: readonly string[];
}

export const newShopper: Shopper = {
  cart: [],
  addresses: [],
  balanceCents: OPENING_BALANCE_CENTS,
  ordered: [],
};

/** What is known of a shopper beside the call itself. */
export interface Knowledge {
  /** The order that a key made, from the books or, where they lack it, from an answer. */
  orderOf(key: string): PlacedOrder | undefined;
  keyOfOrder(orderId: string): string | undefined;
  addressOf(id: string): string | undefined;
}

export interface PlacedOrder {
  cart: CartLines;
  totalCents: number;
  balanceAfterCents: number;
}

type Step = (state: Shopper) => Shopper | undefined;

const unchanged: Step = (state) => state;
const impossible: Step = () => undefined;

/** @returns nothing for a call that says nothing of the shopper's things */
export function happeningOf(call: Call, known: Knowledge): Happening<Shopper> | undefined {
  const apply = stepOf(call, known);
  if (apply === undefined) return undefined;
  const { number, operation, from, to, answer } = call;
  const name = `call ${number}, ${JSON.stringify(operation)}: ${answer ? `${answer.status} ${answer.body}` : 'no answer'}`;
  return { name, from, to, isCertain: answer !== undefined, apply };
}

/** What the database holds in the end, as if somebody had read it. */
export function happeningOfBooks(user: BookedUser, keys: readonly string[]): Happening<Shopper> {
  const cart = user.cart.map(({ productId, qty }) => [productId, qty] as const);
  const booked: Shopper = {
    cart,
    addresses: user.addresses.map(({ address }) => address),
    balanceCents: user.balanceCents,
    ordered: keys.toSorted(),
  };
  return {
    name: `the books of ${user.username}: ${JSON.stringify(booked)}`,
    from: Number.MAX_SAFE_INTEGER - 1,
    to: Number.MAX_SAFE_INTEGER,
    isCertain: true,
    apply: (state) => (same(state, booked) ? state : undefined),
  };
}

export function placedOf(order: BookedOrder): PlacedOrder {
  const { lines, totalCents, balanceAfterCents } = order;
  return {
    cart: lines.map(({ productId, qty }) => [productId, qty] as const),
    totalCents,
    balanceAfterCents,
  };
}

function stepOf(call: Call, known: Knowledge): Step | undefined {
  // Who is asking has its own rule.
  if (call.answer?.status === 401) return undefined;
  if (isCall(call, 'put')) return stepOfPut(call);
  if (isCall(call, 'add address')) return stepOfNewAddress(call);
  if (isCall(call, 'delete address')) return stepOfDeletion(call, known);
  if (isCall(call, 'checkout')) return stepOfCheckout(call, known);
  return stepOfReading(call, known);
}

function stepOfReading(call: Call, known: Knowledge): Step | undefined {
  const { answer, operation } = call;
  // A lost look changes nothing.
  if (answer === undefined) return undefined;
  if (operation.do === 'read order') {
    const key = known.keyOfOrder(operation.orderId);
    const isThere = (state: Shopper) => key !== undefined && state.ordered.includes(key);
    return (state) => (isThere(state) === (answer.status === 200) ? state : undefined);
  }
  if (answer.status !== 200) return undefined;
  const body = JSON.parse(answer.body);
  if (operation.do === 'read cart') return seeing('cart', cartOf(body));
  if (operation.do === 'read addresses') return seeing('addresses', textsOf(body));
  if (operation.do === 'read balance') return seeing('balanceCents', toCents(body.balance));
  return undefined;
}

function stepOfPut({ operation: { productId, qty }, answer }: CallOf<'put'>): Step {
  if (answer && answer.status !== 200) return unchanged;
  const change: Step = (state) => ({ ...state, cart: withLine(state.cart, productId, qty) });
  return answer ? after(change, seeing('cart', cartOf(JSON.parse(answer.body)))) : change;
}

/** A line keeps its place; a new one comes behind the others. */
function withLine(cart: CartLines, productId: string, qty: number): CartLines {
  if (qty === 0) return cart.filter(([id]) => id !== productId);
  if (!cart.some(([id]) => id === productId)) return [...cart, [productId, qty]];
  return cart.map(([id, before]) => [id, id === productId ? qty : before]);
}

function stepOfNewAddress({ operation: { address }, answer }: CallOf<'add address'>): Step {
  if (answer && answer.status !== 200) return unchanged;
  const add: Step = (state) => ({ ...state, addresses: [...state.addresses, address] });
  return answer ? after(add, seeing('addresses', textsOf(JSON.parse(answer.body)))) : add;
}

function stepOfDeletion({ operation, answer }: CallOf<'delete address'>, known: Knowledge): Step {
  const text = known.addressOf(operation.id);
  const isThere = (state: Shopper) => text !== undefined && state.addresses.includes(text);
  const remove: Step = (state) => ({
    ...state,
    addresses: state.addresses.filter((address) => address !== text),
  });
  if (answer === undefined) return remove;
  if (answer.status !== 200) return (state) => (isThere(state) ? undefined : state);
  const list = seeing('addresses', textsOf(JSON.parse(answer.body)));
  return (state) => (isThere(state) ? after(remove, list)(state) : undefined);
}

function stepOfCheckout(call: CallOf<'checkout'>, known: Knowledge): Step | undefined {
  const { answer, operation } = call;
  const { key } = operation;
  const isOrdered = (state: Shopper) => state.ordered.includes(key);
  const order = known.orderOf(key);
  const place: Step = order ? placing(key, order) : impossible;
  if (answer === undefined) {
    // Where there is no order of this key in the end, there never was.
    if (order === undefined) return undefined;
    return (state) => (isOrdered(state) ? state : place(state));
  }
  if (orderIn(call) === undefined) return refusing(call, known);
  if (answer.replayed) return (state) => (isOrdered(state) ? state : undefined);
  return (state) => (isOrdered(state) ? undefined : place(state));
}

/** The whole cart becomes the order. */
function placing(key: string, { cart, totalCents, balanceAfterCents }: PlacedOrder): Step {
  return (state) => {
    const balanceCents = state.balanceCents - totalCents;
    if (!same(state.cart, cart) || balanceCents !== balanceAfterCents) return undefined;
    return { ...state, cart: [], balanceCents, ordered: [...state.ordered, key].toSorted() };
  };
}

/** A refusal says something, too; what prices and stock have to do with it isn't known here. */
function refusing({ operation, answer }: CallOf<'checkout'>, known: Knowledge): Step {
  const { key, addressId } = operation;
  const isOrdered = (state: Shopper) => state.ordered.includes(key);
  if (answer?.status === 422) return (state) => (isOrdered(state) ? state : undefined);
  const { message } = JSON.parse(answer?.body ?? '{}') as { message?: string };
  const isEmpty = message === messages.cartEmpty;
  const isHomeless = message === messages.addressMissing;
  const address = known.addressOf(addressId) ?? '';
  return (state) => {
    if (isOrdered(state) || (state.cart.length === 0) !== isEmpty) return undefined;
    return isHomeless && state.addresses.includes(address) ? undefined : state;
  };
}

function seeing<Part extends keyof Shopper>(part: Part, seen: Shopper[Part]): Step {
  return (state) => (same(state[part], seen) ? state : undefined);
}

function after(first: Step, second: Step): Step {
  return (state) => {
    const between = first(state);
    return between && second(between);
  };
}

function cartOf(body: { productId: string; qty: number }[]): CartLines {
  return body.map(({ productId, qty }) => [productId, qty]);
}

function textsOf(body: { address: string }[]): string[] {
  return body.map(({ address }) => address);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
