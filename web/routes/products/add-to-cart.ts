import { useCallback, useEffect, useState } from 'react';
import * as messages from '../../../contract/messages.ts';
import { cartQuery } from '../../api/cart.ts';
import { changeCart, isBeingRemoved, usePendingAdditions } from '../../api/cart-changes.ts';
import { useAnswers } from '../../api/use-query.ts';
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
  const answers = useAnswers();
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
      const query = cartQuery(token);
      const cart = answers.of(query);
      if (cart.state.data === undefined) await cart.load(query).catch(() => {});
      const lines = cart.state.data;
      if (lines === undefined) return;
      const isInCart = lines.some((line) => line.productId === productId && line.qty > 0);
      if (isInCart && !isBeingRemoved(productId)) {
        toast.warning(messages.alreadyInCart);
        return;
      }
      const isAdded = await changeCart(answers, { productId, qty: 1, isAddition: true });
      if (isAdded) setAddedId(productId);
    },
    [answers],
  );

  function stateOf(productId: string): AddState {
    if (pending.has(productId)) return 'adding';
    return productId === addedId ? 'added' : 'idle';
  }
  return { add, stateOf };
}
