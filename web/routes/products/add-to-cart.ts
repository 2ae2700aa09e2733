import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { cartQuery, isBeingRemoved, useCartAddition, usePendingAdditions } from '../../api/cart.ts';
import { readSession } from '../../session/session.ts';
import { toast } from '../../ui/toast/toasts.ts';
import type { AddState } from './product-card.tsx';

/** How long a button says that its product was added. */
const ADDED_MS = 2_000;

/**
 * Adding from a card (spec 4, spec 5): needs a token, and is blocked with a warning where the product
 * is in the cart already. Posts quantity 1.
 */
export function useAddToCart() {
  const queryClient = useQueryClient();
  const { mutate } = useCartAddition();
  const pending = usePendingAdditions();
  const [addedId, setAddedId] = useState<string>();

  useEffect(() => {
    if (addedId === undefined) return;
    const timer = setTimeout(setAddedId, ADDED_MS, undefined);
    return () => clearTimeout(timer);
  }, [addedId]);

  const add = useCallback(
    async (productId: string) => {
      const { token } = readSession();
      if (token === null) {
        toast.warning(messages.loginToAdd);
        return;
      }
      // Before the cart is here nobody knows what is in it; if it doesn't come, that has been said.
      const loaded = await queryClient.ensureQueryData(cartQuery(token)).catch(() => undefined);
      if (loaded === undefined) return;
      const isInCart = loaded.some((item) => item.productId === productId && item.qty > 0);
      if (isInCart && !isBeingRemoved(queryClient, productId)) {
        toast.warning(messages.alreadyInCart);
        return;
      }
      mutate({ productId, qty: 1 }, { onSuccess: () => setAddedId(productId) });
    },
    [queryClient, mutate],
  );

  function stateOf(productId: string): AddState {
    if (pending.has(productId)) return 'adding';
    return productId === addedId ? 'added' : 'idle';
  }
  return { add, stateOf };
}
