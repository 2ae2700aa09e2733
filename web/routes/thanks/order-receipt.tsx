import type { CheckoutReply, Order } from '../../../contract/orders.ts';
import { formatDollars } from '../../api/money.ts';
import { OrderLines } from '../../cart/order-lines.tsx';
import { useProductsOf } from '../../cart/use-cart.ts';

/** The order as the checkout passes it in the location's state. */
export type ReceiptOrder = Pick<CheckoutReply, 'lines' | 'total'> &
  Partial<Pick<CheckoutReply, 'orderId' | 'number' | 'deliverBy'>> &
  Partial<Pick<Order, 'placedAt'>>;

/** Shows what was bought. */
export function OrderReceipt({ order }: { order: ReceiptOrder }) {
  const { products, isSettled } = useProductsOf(order.lines);
  return (
    <section className="surface stack gap-2 card" aria-label="Your order">
      <OrderLines lines={order.lines} products={products} areProductsKnown={isSettled} eager />
      <p className="row spread ruled">
        <span>Total</span>
        <strong>{formatDollars(order.total)}</strong>
      </p>
    </section>
  );
}
