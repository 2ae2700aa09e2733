/** The order that a press on PLACE ORDER sends. */
import type { Address } from '../../../../contract/addresses.ts';
import type { CartView } from '../../../cart/use-cart.ts';
import type { OrderAttempt } from '../../../order/order-state.ts';
import type { Session } from '../../../session/session.ts';

export interface OrderDraft {
  cart: CartView;
  /** Undefined if they could not be loaded. */
  addresses: readonly Address[] | undefined;
  selectedId: string | undefined;
}

/** Returns the shown order with a new idempotency key; undefined while a part of it is unknown. */
export function attemptOf(draft: OrderDraft, session: Session): OrderAttempt | undefined {
  const { cart, selectedId } = draft;
  const { username, balanceCents } = session;
  if (username === null || selectedId === undefined || cart.totalCents === undefined) return;
  return {
    key: newKey(),
    username,
    addressId: selectedId,
    totalCents: cart.totalCents,
    balanceCents,
    lines: cart.lines.map(({ productId, qty, product }) => ({
      productId,
      name: product?.name ?? '',
      cost: product?.cost ?? 0,
      qty,
    })),
    pressedAt: Date.now(),
  };
}

/** 128 random bits. `randomUUID` is missing on plain http beyond localhost. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
