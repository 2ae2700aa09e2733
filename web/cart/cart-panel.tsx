import { useRef } from 'react';
import { formatCents } from '../../contract/money.ts';
import { useAddressPrefetch } from '../api/addresses.ts';
import { changeCart, usePendingQuantities } from '../api/cart-changes.ts';
import { useAnswers } from '../api/use-query.ts';
import { LinkButton } from '../ui/button.tsx';
import { EditableCartLine } from './cart-line.tsx';
import styles from './cart-panel.module.css';
import type { CartView } from './lines.ts';

/** The cart beside the products (spec 2, cart panel). */
export function CartPanel({ cart }: { cart: CartView }) {
  const answers = useAnswers();
  const pending = usePendingQuantities();
  const prefetchAddresses = useAddressPrefetch();
  // Takes the focus of a line that goes away.
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = cart.lines
    .map((line) => ({ line, qty: pending.get(line.productId) ?? line.qty }))
    .filter(({ qty }) => qty > 0);

  return (
    <section id="cart" className={styles.panel} aria-labelledby="cart-heading" tabIndex={-1}>
      <h2 id="cart-heading" ref={heading} tabIndex={-1} className={styles.heading}>
        Cart
      </h2>
      {shown.length === 0 ? (
        <p className={styles.empty}>Cart is empty. Add more items to the cart to checkout.</p>
      ) : (
        <>
          <ul className={styles.lines}>
            {shown.map(({ line, qty }) => (
              <EditableCartLine
                key={line.productId}
                line={line}
                qty={qty}
                onChange={(next) => {
                  if (next === 0) heading.current?.focus();
                  changeCart(answers, { productId: line.productId, qty: next });
                }}
              />
            ))}
          </ul>
          <div className={styles.foot}>
            {/* What is on its way is shown in the lines, but money is only the server's. */}
            <p className={styles.total} aria-busy={pending.size > 0}>
              <span>Order total</span>
              <strong>{formatCents(cart.totalCents)}</strong>
            </p>
            <LinkButton
              to="/checkout"
              wide
              onPointerEnter={prefetchAddresses}
              onFocus={prefetchAddresses}
            >
              Checkout
            </LinkButton>
          </div>
        </>
      )}
    </section>
  );
}
