import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import { cartQuery } from '../api/cart.ts';
import { overList } from '../app/over-list.ts';
import { useSession } from '../session/session.ts';
import { Icon } from '../ui/icon.tsx';
import { useIsSmall } from '../ui/media.ts';
import { CART_LINK_ID } from './add-moment.ts';
import { useCartAddress } from './cart-address.ts';
import styles from './cart-link.module.css';

/** Leads to the cart, and says how many items it has. Screen readers hear each change of the number. */
export function CartLink() {
  const { token } = useSession();
  const { data: cart } = useQuery(cartQuery(token));
  const address = useCartAddress();
  const quantity = cart?.reduce((sum, { qty }) => sum + qty, 0);
  const items = quantity === 1 ? '1 item' : `${quantity ?? 'unknown'} items`;
  return (
    <>
      <Link
        id={CART_LINK_ID}
        to={address}
        state={overList}
        preventScrollReset
        className={styles.link}
        aria-label={quantity === undefined ? 'Cart' : `Cart, ${items}`}
      >
        <Icon name="cart" />
        {quantity !== undefined && quantity > 0 && (
          <span className={styles.count} aria-hidden="true">
            {quantity}
          </span>
        )}
      </Link>
      <span role="status" className="visually-hidden">
        {quantity !== undefined && `${items} in your cart`}
      </span>
    </>
  );
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
