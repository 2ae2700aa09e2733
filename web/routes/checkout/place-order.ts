import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { CheckoutReply } from '../../../contract/orders.ts';
import { cartQuery } from '../../api/cart.ts';
import { checkout } from '../../api/checkout.ts';
import { ServerRefusal, toastFailure } from '../../api/client.ts';
import type { CartView } from '../../cart/lines.ts';
import { readSession, storeBalance } from '../../session/session.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { findObstacle, type OrderDraft } from './order-checks.ts';

interface Placing {
  cart: CartView;
  addressId: string;
}

/** Places the order once, however often it is asked to (spec 4, order placement). */
export function usePlaceOrder() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // One for everything that is tried on this screen: what was ordered is not ordered again.
  const [idempotencyKey] = useState(newKey);
  const placing = useMutation({
    mutationFn: ({ cart, addressId }: Placing) =>
      checkout({ addressId, shownTotalCents: cart.totalCents, idempotencyKey }),
    async onSuccess(reply, { cart }) {
      const order = orderShown(reply, cart);
      const { token, balanceCents } = readSession();
      storeBalance(
        reply.balance === undefined ? balanceCents - cart.totalCents : toCents(reply.balance),
      );
      toast.success(messages.orderPlaced);
      await navigate('/thanks', { state: { order } });
      queryClient.setQueryData(cartQuery(token).queryKey, []);
    },
    onError(error) {
      toastFailure(error, messages.checkoutUnreachable);
      // A conflict means that what is shown is not what is there.
      if (error instanceof ServerRefusal && error.status === 409) queryClient.invalidateQueries();
    },
  });

  function placeOrder(draft: OrderDraft): void {
    if (placing.isPending || placing.isSuccess) return;
    const obstacle = findObstacle(draft, readSession().balanceCents);
    if (obstacle !== undefined) toast.warning(obstacle);
    else if (draft.selectedId) placing.mutate({ cart: draft.cart, addressId: draft.selectedId });
  }

  return { placeOrder, isPlacing: placing.isPending || placing.isSuccess };
}

/** What the thanks page shows: the reply, and where a backend tells less, what the shopper saw. */
function orderShown(reply: Partial<CheckoutReply>, cart: CartView) {
  const shownLines = cart.lines.map(({ productId, qty, product }) => ({
    productId,
    name: product?.name ?? '',
    cost: product?.cost ?? 0,
    qty,
  }));
  return {
    orderId: reply.orderId,
    deliverBy: reply.deliverBy,
    total: reply.total ?? toDollars(cart.totalCents),
    lines: reply.lines ?? shownLines,
  };
}

/** 128 random bits. Not `randomUUID`, which plain http beyond localhost doesn't have. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
