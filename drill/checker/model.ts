/** The sequential model of one shopper: cart, addresses, wallet and orders, and what a response says of them. */
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import * as messages from '../../contract/messages.ts';
import { toCents } from '../../contract/money.ts';
import type { FinalState } from '../final-state.ts';
import { type Call, type CallOf, isCall } from './calls.ts';
import type { Effect } from './linearizability.ts';

type Line = readonly [productId: string, qty: number];

export interface ShopperState {
  readonly cart: readonly Line[];
  /** Texts, which are unique. */
  readonly addresses: readonly string[];
  readonly balanceCents: number;
  /** The idempotency keys of placed orders, sorted. */
  readonly ordered: readonly string[];
}

export const newShopper: ShopperState = {
  cart: [],
  addresses: [],
  balanceCents: OPENING_BALANCE_CENTS,
  ordered: [],
};

/** What the whole history says of the shopper. */
export interface Knowledge {
  /** By idempotency key. */
  orders: Map<string, { cart: readonly Line[]; totalCents: number; balanceAfterCents: number }>;
  keysByOrderId: Map<string, string>;
  addressesById: Map<string, string>;
  isLoadBalanced: boolean;
}

type Step = Effect<ShopperState>['apply'];

/** @returns undefined for a call that says nothing of the shopper's state */
export function effectOf(call: Call, known: Knowledge): Effect<ShopperState> | undefined {
  const apply = stepOf(call, known);
  const { id, operation, from, to, response } = call;
  const outcome = response ? `${response.status} ${response.body}` : 'no response';
  const name = `call ${id}, ${JSON.stringify(operation)}: ${outcome}`;
  return apply && { name, from, to, isCertain: response !== undefined, apply };
}

/** The database in the end, as a read after all other calls. */
export function finalRead(
  user: FinalState['users'][number],
  keys: readonly string[],
): Effect<ShopperState> {
  const { username, balanceCents } = user;
  const [cart, addresses, ordered] = [cartOf(user.cart), textsOf(user.addresses), keys.toSorted()];
  const stored: ShopperState = { cart, addresses, balanceCents, ordered };
  const name = `the final state of ${username}: ${JSON.stringify(stored)}`;
  const [from, to] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
  const apply: Step = (state) => (isSame(state, stored) ? state : undefined);
  return { name, from, to, isCertain: true, apply };
}

function stepOf(call: Call, known: Knowledge): Step | undefined {
  // Sessions have an invariant of their own.
  if (call.response?.status === 401) return undefined;
  if (isCall(call, 'put')) {
    const { productId, qty } = call.operation;
    return changing(call, 'cart', cartOf, (cart) => withLine(cart, productId, qty));
  }
  if (isCall(call, 'add address')) {
    const { address } = call.operation;
    return changing(call, 'addresses', textsOf, (addresses) => [...addresses, address]);
  }
  if (isCall(call, 'delete address')) return deletion(call, known);
  if (isCall(call, 'checkout')) return checkout(call, known);
  return read(call, known);
}

/** A change whose response shows the changed list; a refusal changes nothing. */
function changing<Part extends 'cart' | 'addresses', Body>(
  { response }: Call,
  part: Part,
  parse: (body: Body) => ShopperState[Part],
  change: (before: ShopperState[Part]) => ShopperState[Part],
): Step {
  if (response && response.status !== 200) return (state) => state;
  const shown = response && parse(JSON.parse(response.body));
  return (state) => {
    const after = { ...state, [part]: change(state[part]) };
    return shown === undefined || isSame(after[part], shown) ? after : undefined;
  };
}

function read({ response, operation }: Call, known: Knowledge): Step | undefined {
  if (response === undefined) return undefined;
  const { status, body } = response;
  if (operation.type === 'read order') {
    const key = known.keysByOrderId.get(operation.orderId) ?? '';
    return (state) => (state.ordered.includes(key) === (status === 200) ? state : undefined);
  }
  const showing = (part: keyof ShopperState, shown: unknown): Step => {
    return (state) => (isSame(state[part], shown) ? state : undefined);
  };
  if (status !== 200) return undefined;
  const shown = JSON.parse(body);
  if (operation.type === 'read cart') return showing('cart', cartOf(shown));
  if (operation.type === 'read addresses') return showing('addresses', textsOf(shown));
  if (operation.type === 'read balance') return showing('balanceCents', toCents(shown.balance));
  return undefined;
}

/** A line keeps its place; a new one is the last. */
function withLine(cart: readonly Line[], productId: string, qty: number): readonly Line[] {
  if (qty === 0) return cart.filter(([id]) => id !== productId);
  if (!cart.some(([id]) => id === productId)) return [...cart, [productId, qty]];
  return cart.map(([id, before]) => [id, id === productId ? qty : before]);
}

function deletion(call: CallOf<'delete address'>, known: Knowledge): Step {
  const text = known.addressesById.get(call.operation.id) ?? '';
  const isThere = (state: ShopperState) => state.addresses.includes(text);
  const { response } = call;
  if (response && response.status !== 200) return (state) => (isThere(state) ? undefined : state);
  const remove = changing(call, 'addresses', textsOf, (list) => list.filter((one) => one !== text));
  return (state) => (response && !isThere(state) ? undefined : remove(state));
}

function checkout(call: CallOf<'checkout'>, known: Knowledge): Step | undefined {
  const { response, operation } = call;
  const { key } = operation;
  const isOrdered = (state: ShopperState) => state.ordered.includes(key);
  const order = known.orders.get(key);
  /** The whole cart becomes the order. */
  const place: Step = (state) => {
    const balanceCents = state.balanceCents - (order?.totalCents ?? 0);
    if (!order || !isSame(state.cart, order.cart)) return undefined;
    if (balanceCents !== order.balanceAfterCents) return undefined;
    return { ...state, cart: [], balanceCents, ordered: [...state.ordered, key].toSorted() };
  };
  if (response === undefined) {
    // If the key has no order in the end, it never had one.
    return order && ((state) => (isOrdered(state) ? state : place(state)));
  }
  if (response.status !== 200) return refusal(call, known);
  const replay: Step = known.isLoadBalanced ? place : () => undefined;
  if (response.replayed) return (state) => (isOrdered(state) ? state : replay(state));
  return (state) => (isOrdered(state) ? undefined : place(state));
}

/** The model knows no prices and no stock; a refusal because of them is always possible. */
function refusal({ operation, response }: CallOf<'checkout'>, known: Knowledge): Step {
  const isOrdered = (state: ShopperState) => state.ordered.includes(operation.key);
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

export function cartOf(lines: readonly { productId: string; qty: number }[]): Line[] {
  return lines.map(({ productId, qty }) => [productId, qty]);
}

function textsOf(addresses: readonly { address: string }[]): string[] {
  return addresses.map(({ address }) => address);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
