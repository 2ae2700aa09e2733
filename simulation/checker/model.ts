/** The sequential model of one shopper: the effect of each call on the state, and the check of its response. */
import { toCents } from '../../contract/money.ts';
import { changeWallet, erase } from './account-steps.ts';
import { type Call, type CallOf, isCall } from './calls.ts';
import type { Effect } from './linearizability.ts';
import { isSame } from './order-state.ts';
import { change, checkout, readOrder, readOrders, shipFile } from './order-steps.ts';
import {
  cartOf,
  type Knowledge,
  type Line,
  type ShopperState,
  type Step,
  textsOf,
} from './shopper-state.ts';

/** @returns undefined for a call that neither changes nor shows the shopper's state */
export function effectOf(call: Call, known: Knowledge): Effect<ShopperState> | undefined {
  const apply = stepOf(call, known);
  const { id, operation, from, to, response } = call;
  const outcome = response ? `${response.status} ${response.body}` : 'no response';
  const name = `call ${id}, ${JSON.stringify(operation)}: ${outcome}`;
  // No session outlives the account.
  const alive: Step = (state) =>
    state.isErased && call.session !== undefined ? undefined : apply?.(state);
  return apply && { name, from, to, isCertain: response !== undefined, apply: alive };
}

function stepOf(call: Call, known: Knowledge): Step | undefined {
  // Another invariant checks sessions.
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
  if (isCall(call, 'cancel order') || isCall(call, 'change order')) return change(call, known);
  if (isCall(call, 'read order') || isCall(call, 'read invoice')) return readOrder(call, known);
  if (isCall(call, 'read orders')) return readOrders(call, known);
  if (isCall(call, 'ship file')) return shipFile(call, known);
  if (isCall(call, 'change wallet')) return changeWallet(call);
  if (isCall(call, 'erase account')) return erase(call, known);
  return read(call);
}

/** A change whose response contains the changed list. A refusal changes nothing. */
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

function read({ response, operation }: Call): Step | undefined {
  if (response?.status !== 200) return undefined;
  const showing = (part: keyof ShopperState, shown: unknown): Step => {
    return (state) => (isSame(state[part], shown) ? state : undefined);
  };
  const shown = JSON.parse(response.body);
  if (operation.type === 'read cart') return showing('cart', cartOf(shown));
  if (operation.type === 'read addresses') return showing('addresses', textsOf(shown));
  if (operation.type === 'read balance') return showing('balanceCents', toCents(shown.balance));
  return undefined;
}

/** Sets the quantity of a line. A line keeps its place, and a new line is the last. */
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
