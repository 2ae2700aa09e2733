import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import { cartQuery } from '../api/cart.ts';
import { overList } from '../session/over-list.ts';
import { useSession } from '../session/session.ts';
import { Icon } from '../ui/icon.tsx';
import { useIsSmall } from '../ui/media.ts';
import { CART_LINK_ID, useCartAddress } from './cart-address.ts';
import styles from './cart-link.module.css';

/** Leads to the cart, and says how many items it has. */
export function CartLink() {
  const address = useCartAddress();
  const quantity = useQuantity();
  return (
    <>
      <Link
        id={CART_LINK_ID}
        to={address}
        state={overList}
        preventScrollReset
        className={styles.link}
        aria-label={quantity === undefined ? 'Cart' : `Cart, ${itemsOf(quantity)}`}
      >
        <Icon name="cart" />
        {quantity !== undefined && quantity > 0 && (
          <span className={`badge ${styles.count}`} aria-hidden="true">
            {quantity}
          </span>
        )}
      </Link>
      <CartStatus />
    </>
  );
}

/**
 * Screen readers announce each change of the cart's quantity. A dialog that changes the cart has its own status,
 * because the header is inert while the dialog is open.
 */
export function CartStatus() {
  const quantity = useQuantity();
  return (
    <span role="status" className="visually-hidden">
      {quantity !== undefined && `${itemsOf(quantity)} in your cart`}
    </span>
  );
}

/** Undefined while the cart is unknown. */
function useQuantity(): number | undefined {
  const { data: cart } = useQuery(cartQuery(useSession().token));
  return cart?.reduce((sum, { qty }) => sum + qty, 0);
}

export function itemsOf(quantity: number): string {
  return quantity === 1 ? '1 item' : `${quantity} items`;
}

/** Leads keyboards past the products to their cart. */
export function CartSkipLink({ className }: { className: string | undefined }) {
  const { token } = useSession();
  const address = useCartAddress();
  const isProducts = useMatch('/') !== null;
  // A small window shows the cart only after the header's link was pressed.
  const isSmall = useIsSmall();
  if (token === null || !isProducts || isSmall) return null;
  return (
    <Link to={address} state={overList} preventScrollReset className={className}>
      Skip to cart
    </Link>
  );
}
