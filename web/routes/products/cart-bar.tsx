import { formatCents } from '../../../contract/money.ts';
import type { CartView } from '../../cart/lines.ts';
import styles from './cart-bar.module.css';

/** On a phone the cart stands below the grid; this bar says what is in it and leads there. */
export function CartBar({ cart }: { cart: CartView }) {
  if (cart.quantity === 0) return null;
  return (
    <a className={styles.bar} href="#cart">
      <span>
        {cart.quantity} {cart.quantity === 1 ? 'item' : 'items'}
      </span>
      <strong>{formatCents(cart.totalCents)}</strong>
      <span>View cart</span>
    </a>
  );
}
