import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useState } from 'react';
import * as messages from '../../contract/page-messages.ts';
import { cartMutation, cartQuery, pendingQuantity, usePendingChanges } from '../api/cart.ts';
import { readSession, useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { forgetEarlyPress, useEarlyPress } from '../ui/early-press.ts';
import { movePicture } from '../ui/moved-picture.ts';
import { toast } from '../ui/toast/toasts.ts';
import { CART_LINK_ID } from './cart-address.ts';

/** Milliseconds for which a button reads ADDED. */
const ADDED_MS = 2_000;

/**
 * Adds a product, with quantity 1 from a card (R5.2). Shows a warning to a visitor, and if the product is already
 * in the cart.
 */
export function useAddToCart() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(cartMutation);
  const changes = usePendingChanges(useSession().token);
  const adding = new Set(
    changes.filter(({ isAddition }) => isAddition).map(({ productId }) => productId),
  );
  const isChanging = changes.length > 0;
  const [addedId, setAddedId] = useState<string>();
  /** The product that waits for the cart. */
  const [waitingId, setWaitingId] = useState<string>();

  useEffect(() => {
    if (addedId === undefined) return;
    const timer = setTimeout(setAddedId, ADDED_MS, undefined);
    return () => clearTimeout(timer);
  }, [addedId]);

  useEffect(() => {
    if (isChanging) toast.dismiss(messages.alreadyInCart);
  }, [isChanging]);

  // Keep the function stable, so that the memoised cards do not render again.
  const add = useCallback(
    async (productId: string, qty = 1, picture?: HTMLElement | null): Promise<void> => {
      const { token } = readSession();
      if (token === null) {
        toast.warning(messages.loginToAdd);
        return;
      }
      try {
        // Wait for the cart, which may already contain the product.
        if (!client.getQueryData(cartQuery(token).queryKey)) setWaitingId(productId);
        const cart = await client.ensureQueryData(cartQuery(token));
        setWaitingId(undefined);
        const inCart = cart.find((line) => line.productId === productId)?.qty ?? 0;
        const quantity = pendingQuantity(client, { token, productId }) ?? inCart;
        if (quantity > 0) {
          toast.warning(messages.alreadyInCart);
          return;
        }
        await mutateAsync({ token, productId, qty, isAddition: true });
        movePicture(picture, () => document.getElementById(CART_LINK_ID));
        setAddedId(productId);
      } catch {
        // The query client shows the failure.
        setWaitingId(undefined);
      }
    },
    [client, mutateAsync],
  );

  function stateOf(productId: string): AddState {
    if (adding.has(productId) || productId === waitingId) return 'adding';
    return productId === addedId ? 'added' : 'idle';
  }
  return { add, stateOf };
}

const labels = {
  idle: 'ADD TO CART',
  adding: 'ADDING…',
  added: 'ADDED',
  soldOut: 'OUT OF STOCK',
  /** The quantity in the cart is shown, and not changed yet. */
  inCart: 'Update',
  changed: 'Update',
  removed: 'Remove',
};

export type AddState = keyof typeof labels;
const inert: readonly AddState[] = ['adding', 'soldOut', 'inCart'];

interface AddToCartButtonProps {
  /** The id of the element with the product's name. */
  nameId: string;
  state: AddState;
  onAdd: () => void;
  variant: 'primary' | 'soft';
  className?: string | undefined;
}

/** The accessible name is the button's text followed by the product's name. */
export function AddToCartButton(props: AddToCartButtonProps) {
  const { nameId, state, onAdd, variant, className } = props;
  const id = useId();
  const button = useEarlyPress();
  const canAdd = !inert.includes(state);
  return (
    <Button
      ref={button}
      id={id}
      aria-labelledby={`${id} ${nameId}`}
      wide
      variant={variant}
      className={className}
      aria-disabled={!canAdd}
      onClick={() => {
        forgetEarlyPress();
        if (canAdd) onAdd();
      }}
    >
      {labels[state]}
    </Button>
  );
}
