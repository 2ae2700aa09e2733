import { Dialog } from '../ui/dialog.tsx';
import { useCloseCart } from './cart-address.ts';
import { CartStatus } from './cart-link.tsx';
import CartPanel from './cart-panel.tsx';
import styles from './cart-sheet.module.css';
import type { CartQuery } from './use-cart.ts';

/** The cart over the products on a small window (R1.6). */
export default function CartSheet(query: CartQuery) {
  const close = useCloseCart();
  return (
    <Dialog labelledBy="cart-heading" className={`column ${styles.sheet}`} onClose={close}>
      <CartPanel {...query} onClose={close} />
      <CartStatus />
    </Dialog>
  );
}
