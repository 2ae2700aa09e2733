import { Link } from 'react-router';
import { overList } from '../session/over-list.ts';
import { useCartAddress } from './cart-address.ts';
import styles from './cart-bar.module.css';
import { itemsOf } from './cart-link.tsx';
import { Amount } from './line-amount.tsx';
import type { CartQuery } from './use-cart.ts';

/** The bar at the end of a small window that shows count and total and opens the cart's sheet. */
export function CartBar({ data: cart, isLoadingError }: CartQuery) {
  const address = useCartAddress();
  if (!isLoadingError && !cart?.quantity) return null;
  return (
    <Link
      className={`row spread ${styles.bar}`}
      to={address}
      state={overList}
      preventScrollReset
      data-bar
    >
      {cart ? (
        <>
          <span>{itemsOf(cart.quantity)}</span>
          <strong>
            <Amount cents={cart.totalCents} />
          </strong>
        </>
      ) : (
        <span>Your cart could not be loaded</span>
      )}
      <span>View cart</span>
    </Link>
  );
}
