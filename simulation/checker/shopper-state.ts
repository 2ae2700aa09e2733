/** The state of one shopper in the model: cart, addresses, wallet and orders. */
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import type { FinalState } from '../final-state.ts';
import type { Effect } from './linearizability.ts';
import type { OrderState } from './order-state.ts';

export type Line = readonly [productId: string, qty: number];

export interface ShopperState {
  readonly cart: readonly Line[];
  /** The texts of the addresses, which are unique. */
  readonly addresses: readonly string[];
  readonly balanceCents: number;
  /** The orders, newest first. Ids are ordered by time. */
  readonly orders: readonly OrderState[];
}

export const newShopper: ShopperState = {
  cart: [],
  addresses: [],
  balanceCents: OPENING_BALANCE_CENTS,
  orders: [],
};

/** Facts about the shopper from the whole history. */
export interface Knowledge {
  /** The orders by idempotency key. */
  orders: Map<string, PlacedOrder>;
  addressesById: Map<string, string>;
}

export interface PlacedOrder {
  id: string;
  cart: readonly Line[];
  totalCents: number;
  balanceAfterCents: number;
}

export type Step = Effect<ShopperState>['apply'];

/** The final database, as a read after all other calls. */
export function finalRead(
  user: FinalState['users'][number],
  orders: FinalState['orders'],
): Effect<ShopperState> {
  const { username, balanceCents } = user;
  const stored: ShopperState = {
    cart: cartOf(user.cart),
    addresses: textsOf(user.addresses),
    balanceCents,
    orders: newestFirst(orders.map(storedOrder)),
  };
  const name = `the final state of ${username}: ${JSON.stringify(stored)}`;
  const [from, to] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
  const apply: Step = (state) => (isSame(state, stored) ? state : undefined);
  return { name, from, to, isCertain: true, apply };
}

function storedOrder(order: FinalState['orders'][number]): OrderState {
  const { id, totalCents, status, refundedCents, changes } = order;
  const keys = changes.flatMap(({ key, amountCents }) =>
    key === null ? [] : [[key, amountCents] as const],
  );
  return { id, totalCents, status, refundedCents, keys: keys.toSorted() };
}

export function newestFirst(orders: readonly OrderState[]): OrderState[] {
  return orders.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

export function cartOf(lines: readonly { productId: string; qty: number }[]): Line[] {
  return lines.map(({ productId, qty }) => [productId, qty]);
}

export function textsOf(addresses: readonly { address: string }[]): string[] {
  return addresses.map(({ address }) => address);
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
