import type { ReactNode } from 'react';
import { SHIPPING_CENTS } from '../../contract/limits.ts';
import { formatCents } from '../../contract/money.ts';
import { ReadOnlyCartLine } from './cart-line.tsx';
import type { CartView } from './lines.ts';
import styles from './order-summary.module.css';

/** The cart as it will be ordered: to read, not to change (spec 2, checkout). */
export function OrderSummary({ cart }: { cart: CartView }) {
  return (
    <section className={styles.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={styles.heading}>
        Order details
      </h2>
      {cart.lines.length === 0 ? (
        <p>Cart is empty. Add more items to the cart to checkout.</p>
      ) : (
        <ul className={styles.lines}>
          {cart.lines.map((line) => (
            <ReadOnlyCartLine key={line.productId} line={line} />
          ))}
        </ul>
      )}
      <dl className={styles.figures}>
        <Figure name="Products">{cart.quantity}</Figure>
        <Figure name="Subtotal">{formatCents(cart.totalCents)}</Figure>
        <Figure name="Shipping charges">{formatCents(SHIPPING_CENTS)}</Figure>
        <Figure name="Total" isTotal>
          {formatCents(cart.totalCents + SHIPPING_CENTS)}
        </Figure>
      </dl>
    </section>
  );
}

function Figure(props: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={props.isTotal ? styles.total : styles.figure}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
