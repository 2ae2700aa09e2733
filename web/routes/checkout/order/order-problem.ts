/** What keeps an order from being placed, and the field where the shopper can fix it. */
import * as messages from '../../../../contract/messages.ts';
import * as pageMessages from '../../../../contract/page-messages.ts';
import type { OrderAttempt, OrderRefusal } from '../../../order/order-state.ts';
import type { OrderDraft } from './order-attempt.ts';

/** The id of the text that says what keeps an order from being placed. The field concerned is described by it. */
export const ORDER_PROBLEM_ID = 'order-problem';

/** Why a line of the cart can't be ordered. */
export interface LineProblem {
  productId: string;
  message: string;
  /** Units in stock; 0 if none can be ordered. */
  unitsLeft: number;
}

export type OrderProblem =
  | { field: 'addresses' | 'wallet'; message: string }
  | ({ field: 'line' } & LineProblem);

/** Returns the first check that fails (R6.6), or undefined. */
export function findObstacle(draft: OrderDraft, balanceCents: number): OrderProblem | undefined {
  const { cart, addresses, selectedId } = draft;
  const ofAddresses = (message: string): OrderProblem => ({ field: 'addresses', message });
  if (addresses === undefined) return ofAddresses(pageMessages.addressesUnreachable);
  if (addresses.length === 0) return ofAddresses(messages.noAddress);
  if (selectedId === undefined) return ofAddresses(messages.noAddressSelected);
  if (cart.totalCents !== undefined && balanceCents < cart.totalCents) {
    return { field: 'wallet', message: messages.balanceTooLow };
  }
  const gone = cart.lines.find(({ isGone }) => isGone);
  if (gone === undefined) return undefined;
  const { productId } = gone;
  return { field: 'line', message: messages.cartProductGone, productId, unitsLeft: 0 };
}

/** Returns the server's refusal of a field that has not changed since; otherwise undefined. */
export function problemOfRefusal(
  { code, message, details, order }: OrderRefusal & { order: OrderAttempt },
  { cart, selectedId }: OrderDraft,
): OrderProblem | undefined {
  switch (code) {
    case 'ADDRESS_MISSING':
    case 'ADDRESS_NOT_SELECTED': {
      const isSame = selectedId === undefined || selectedId === order.addressId;
      return isSame ? { field: 'addresses', message } : undefined;
    }
    case 'BALANCE_TOO_LOW':
      return cart.totalCents === order.totalCents ? { field: 'wallet', message } : undefined;
    case 'STOCK_TOO_LOW': {
      const { product: productId = '', left } = details;
      const qtyIn = (lines: readonly { productId: string; qty: number }[]) =>
        lines.find((line) => line.productId === productId)?.qty;
      const isSame = qtyIn(cart.lines) === qtyIn(order.lines);
      return isSame ? { field: 'line', message, productId, unitsLeft: Number(left) } : undefined;
    }
    default:
      return undefined;
  }
}
