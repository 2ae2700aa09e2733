/** The state of one shopper in the model: cart, addresses, wallet and orders. */
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import type { FinalState } from '../final-state.ts';
import type { Effect } from './linearizability.ts';
import { isSame, type OrderState, type PricedLine } from './order-state.ts';

export type Line = readonly [productId: string, qty: number];
type StoredUser = FinalState['users'][number];
type StoredOrder = FinalState['orders'][number];
export type Money = StoredUser['money'][number];

export interface ShopperState {
  readonly cart: readonly Line[];
  /** The texts of the addresses, which are unique. */
  readonly addresses: readonly string[];
  readonly balanceCents: number;
  /** What operators put into the wallet or took out, sorted by `sortMoney`. */
  readonly money: readonly Money[];
  /** The orders, newest first. Ids are ordered by time. */
  readonly orders: readonly OrderState[];
  readonly isErased: boolean;
}

export const newShopper: ShopperState = {
  cart: [],
  addresses: [],
  balanceCents: OPENING_BALANCE_CENTS,
  money: [],
  orders: [],
  isErased: false,
};

/** Facts about the shopper from the whole history. */
export interface Knowledge {
  /** The orders by idempotency key. */
  orders: Map<string, PlacedOrder>;
  /** The orders of an erased account whose key nobody knows. */
  unnamed: readonly PlacedOrder[];
  /** All orders by id. */
  ordersById: Map<string, PlacedOrder>;
  addressesById: Map<string, string>;
  /** The products whose stock is not counted. */
  uncounted: ReadonlySet<string>;
}

/** `address` is the one that was selected. */
export interface PlacedOrder
  extends Pick<StoredOrder, 'id' | 'address' | 'totalCents' | 'balanceAfterCents'> {
  lines: readonly PricedLine[];
}

export type Step = Effect<ShopperState>['apply'];

/** The final database, as a read after all other calls. */
export function finalRead(user: StoredUser, orders: readonly StoredOrder[]): Effect<ShopperState> {
  const { username, balanceCents, isErased } = user;
  const stored: ShopperState = {
    cart: cartOf(user.cart),
    addresses: textsOf(user.addresses),
    balanceCents,
    money: sortMoney(user.money),
    orders: newestFirst(
      orders.map(({ id, address, changes }) => ({
        id,
        // That of an erased order is here the selected one.
        address: isErased ? '' : address,
        changes,
      })),
    ),
    isErased,
  };
  const name = `the final state of ${username}: ${JSON.stringify(stored)}`;
  const [from, to] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
  const apply: Step = (state) => (isSame(state, stored) ? state : undefined);
  return { name, from, to, isCertain: true, apply };
}

export function newestFirst(orders: readonly OrderState[]): OrderState[] {
  return orders.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

export function sortMoney(money: readonly Money[]): Money[] {
  return money
    .map(({ source, note, key, amountCents }) => ({ source, note, key, amountCents }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

export function cartOf(lines: readonly { productId: string; qty: number }[]): Line[] {
  return lines.map(({ productId, qty }) => [productId, qty]);
}

export function textsOf(addresses: readonly { address: string }[]): string[] {
  return addresses.map(({ address }) => address);
}
