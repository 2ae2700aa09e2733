import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { QUANTITY_MAX } from '../../../../contract/limits.ts';
import { cartQuery } from '../../../api/cart.ts';
import { AddToCartButton, useAddToCart } from '../../../cart/add-to-cart.tsx';
import { CartStatus } from '../../../cart/cart-link.tsx';
import { useSession } from '../../../session/session.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import styles from './product-dialog.module.css';

interface BuyProductProps {
  nameId: string;
  /** Its stock is null if it isn't counted, and undefined while it is not known. */
  product: { _id: string; name: string; stock: number | null | undefined };
  /** Asks for the choice of a variant, without which nothing can be added. */
  requireChoice: (() => void) | undefined;
}

/** The quantity, ADD TO CART, and the quantity in the cart. */
export function BuyProduct({ nameId, product, requireChoice }: BuyProductProps) {
  const { _id, name, stock } = product;
  const { add, stateOf } = useAddToCart();
  const { data: cart } = useQuery(cartQuery(useSession().token));
  const [qty, setQty] = useState(1);
  const inCart = cart?.find(({ productId }) => productId === _id)?.qty ?? 0;
  const max = Math.min(stock ?? QUANTITY_MAX, QUANTITY_MAX);
  const isSoldOut = stock === 0;
  return (
    <>
      <div className={styles.buy}>
        {!isSoldOut && <Stepper name={name} value={qty} min={1} max={max} onChange={setQty} />}
        <AddToCartButton
          nameId={nameId}
          variant="primary"
          state={isSoldOut ? 'soldOut' : stateOf(_id)}
          onAdd={requireChoice ?? (() => add(_id, qty))}
        />
      </div>
      {inCart > 0 && (
        <p>
          {inCart} in your cart · <Link to="/checkout">Checkout</Link>
        </p>
      )}
      <CartStatus />
    </>
  );
}
