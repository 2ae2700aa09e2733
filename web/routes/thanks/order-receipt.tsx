import type { CheckoutReply } from '../../../contract/orders.ts';
import { formatDollars } from '../../api/money.ts';
import { LineAmount } from '../../cart/line-amount.tsx';
import { Day } from '../../session/moment.tsx';
import styles from './order-receipt.module.css';

/** The order as the checkout passes it in the location's state. */
export type ReceiptOrder = Pick<CheckoutReply, 'lines' | 'total'> &
  Partial<Pick<CheckoutReply, 'orderId' | 'number' | 'deliverBy'>>;

/** Shows the order's lines and number, and when it arrives. */
export function OrderReceipt({ order }: { order: ReceiptOrder }) {
  const number = order.number ?? order.orderId;
  return (
    <section className={`stack gap-2 ${styles.receipt}`} aria-label="Your order">
      <ul>
        {order.lines.map(({ productId, name, cost, qty }) => (
          <li key={productId} className={styles.line}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <LineAmount cost={cost} qty={qty} />
          </li>
        ))}
      </ul>
      <p className={`row spread ${styles.total}`}>
        <span>Total</span>
        <strong>{formatDollars(order.total)}</strong>
      </p>
      {order.deliverBy && (
        <p>
          Arrives by <Day of={order.deliverBy} />
        </p>
      )}
      {number && (
        <p>
          Order number <strong>{number}</strong>
        </p>
      )}
    </section>
  );
}
