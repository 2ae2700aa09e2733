import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import * as messages from '../../../contract/messages.ts';
import { cartMutation, cartQuery, pendingQuantity, usePendingChanges } from '../../api/cart.ts';
import { readSession, useSession } from '../../session/session.ts';
import { toast } from '../../ui/toast/toasts.ts';
import type { AddState } from './add-to-cart-button.tsx';

/** Milliseconds for which a button reads ADDED. */
const ADDED_MS = 2_000;

/**
 * Adds a product with quantity 1 (spec 4, spec 5). Warns a visitor, and where the product is in the cart
 * already.
 */
export function useAddToCart() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(cartMutation);
  const changes = usePendingChanges(useSession().token);
  const adding = new Set(
    changes.filter(({ isAddition }) => isAddition).map(({ productId }) => productId),
  );
  const [addedId, setAddedId] = useState<string>();

  useEffect(() => {
    if (addedId === undefined) return;
    const timer = setTimeout(setAddedId, ADDED_MS, undefined);
    return () => clearTimeout(timer);
  }, [addedId]);

  // The same function for every render, so that cards are not rendered again.
  const add = useCallback(
    async (productId: string): Promise<void> => {
      const { token } = readSession();
      if (token === null) {
        toast.warning(messages.loginToAdd);
        return;
      }
      try {
        // Wait for the cart, to know whether the product is in it.
        const cart = await client.ensureQueryData(cartQuery(token));
        const inCart = cart.find((line) => line.productId === productId)?.qty ?? 0;
        const quantity = pendingQuantity(client, { token, productId }) ?? inCart;
        if (quantity > 0) {
          toast.warning(messages.alreadyInCart);
          return;
        }
        await mutateAsync({ token, productId, qty: 1, isAddition: true });
        setAddedId(productId);
      } catch {
        // The query client shows the failure.
      }
    },
    [client, mutateAsync],
  );

  function stateOf(productId: string): AddState {
    if (adding.has(productId)) return 'adding';
    return productId === addedId ? 'added' : 'idle';
  }
  return { add, stateOf };
}
