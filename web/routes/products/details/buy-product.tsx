import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { QUANTITY_MAX } from '../../../../contract/limits.ts';
import { cartMutation, cartQuery, usePendingChanges } from '../../../api/cart.ts';
import { type AddState, AddToCartButton, useAddToCart } from '../../../cart/add-to-cart.tsx';
import { CartStatus } from '../../../cart/cart-link.tsx';
import { useSession } from '../../../session/session.ts';
import { useShopperMutation } from '../../../session/use-shopper-mutation.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import styles from './product-dialog.module.css';

interface BuyProductProps {
  nameId: string;
  /** Its stock is null if it isn't counted, and undefined while it is not known. */
  product: { _id: string; name: string; stock: number | null | undefined };
  /** The text of its price. */
  price: string;
  /** Asks for the choice of a variant, without which nothing can be added. */
  requireChoice: (() => void) | undefined;
}

/** The quantity and ADD TO CART; for what is in the cart, its quantity there and Update. On a small window it is a bar. */
export function BuyProduct({ nameId, product, price, requireChoice }: BuyProductProps) {
  const { _id, name, stock } = product;
  const { token } = useSession();
  const { add, stateOf } = useAddToCart();
  const { data: cart } = useQuery(cartQuery(token));
  const { mutate } = useShopperMutation(cartMutation);
  const isUpdating = usePendingChanges(token).some(({ productId }) => productId === _id);
  /** What the shopper has set, until it is in the cart. */
  const [chosen, setChosen] = useState<number>();
  const inCart = requireChoice ? 0 : (cart?.find(({ productId }) => productId === _id)?.qty ?? 0);
  const max = Math.min(stock ?? QUANTITY_MAX, QUANTITY_MAX);
  const isSoldOut = stock === 0;
  const qty = chosen ?? (inCart || 1);
  const isChanged = inCart > 0 && qty !== inCart && !isUpdating;

  function state(): AddState {
    const adding = stateOf(_id);
    if (isSoldOut) return 'soldOut';
    if (adding === 'adding' || inCart === 0) return adding;
    if (isChanged) return qty === 0 ? 'removed' : 'changed';
    return adding === 'added' ? 'added' : 'inCart';
  }

  function press(): void {
    if (requireChoice) requireChoice();
    else if (inCart === 0) add(_id, qty);
    else if (isChanged) mutate({ productId: _id, qty }, { onSuccess: () => setChosen(undefined) });
  }

  return (
    <div className={styles.buy} data-bar>
      {/* Says again in the bar what stands above. */}
      <span className={`amount ${styles.barPrice}`} data-price={price} aria-hidden="true" />
      {!isSoldOut && (
        <Stepper name={name} value={qty} min={inCart > 0 ? 0 : 1} max={max} onChange={setChosen} />
      )}
      <AddToCartButton nameId={nameId} variant="primary" state={state()} onAdd={press} />
      {inCart > 0 && (
        <p className={`small ${styles.inCart}`}>
          {inCart} in your cart · <Link to="/checkout">Checkout</Link>
        </p>
      )}
      <CartStatus />
    </div>
  );
}
