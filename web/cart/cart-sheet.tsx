import { Dialog } from '../ui/dialog.tsx';
import { useCloseCart } from './cart-address.ts';
import { CartBar } from './cart-bar.tsx';
import { CartStatus } from './cart-link.tsx';
import CartPanel from './cart-panel.tsx';
import styles from './cart-sheet.module.css';
import type { CartQuery } from './use-cart.ts';

/** The bar of a small window, and the cart over the products (R1.6). */
export default function SmallCart({ isOpen, ...query }: CartQuery & { isOpen: boolean }) {
  return (
    <>
      <CartBar {...query} />
      {isOpen && <CartSheet {...query} />}
    </>
  );
}

function CartSheet(query: CartQuery) {
  const close = useCloseCart();
  return (
    <Dialog labelledBy="cart-heading" className={`column ${styles.sheet}`} onClose={close}>
      <CartPanel {...query} onClose={close} />
      <CartStatus />
    </Dialog>
  );
}
