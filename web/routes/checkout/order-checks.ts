import type { Address } from '../../../contract/addresses.ts';
import * as messages from '../../../contract/messages.ts';
import type { CartView } from '../../cart/lines.ts';

export interface OrderDraft {
  cart: CartView;
  addresses: readonly Address[];
  selectedId: string | undefined;
}

/**
 * What stands in the way of placing the order, first things first (spec 5, checkout), or nothing.
 * @param balanceCents what the wallet holds
 */
export function findObstacle(draft: OrderDraft, balanceCents: number): string | undefined {
  const { cart, addresses, selectedId } = draft;
  if (addresses.length === 0) return messages.noAddress;
  if (selectedId === undefined) return messages.noAddressSelected;
  if (balanceCents < cart.totalCents) return messages.balanceTooLow;
  if (cart.lines.some(({ isGone }) => isGone)) return messages.cartProductGone;
  return undefined;
}
