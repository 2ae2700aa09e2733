import { Amount } from '../../cart/amount.tsx';
import type { CartView } from '../../cart/use-cart.ts';
import styles from './cart-bar.module.css';

/** The bar on a phone that shows count and total and leads to the cart below the grid. */
export function CartBar({ cart }: { cart: CartView }) {
  if (cart.quantity === 0) return null;
  return (
    <a className={styles.bar} href="#cart">
      <span>
        {cart.quantity} {cart.quantity === 1 ? 'item' : 'items'}
      </span>
      <strong>
        <Amount cents={cart.totalCents} />
      </strong>
      <span>View cart</span>
    </a>
  );
}
