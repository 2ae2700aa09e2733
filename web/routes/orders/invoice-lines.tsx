import { toCents, toDollars } from '../../../contract/money.ts';
import type { Order } from '../../../contract/orders.ts';
import { formatDollars } from '../../api/money.ts';
import styles from './invoice-lines.module.css';

export function InvoiceLines({ order }: { order: Order }) {
  return (
    <>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Units</th>
            <th scope="col">Price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ productId, name, cost, qty }) => (
            <tr key={productId}>
              <td dir="auto">{name}</td>
              <td>{qty}</td>
              <td>{formatDollars(cost)}</td>
              <td>{formatDollars(toDollars(toCents(cost) * qty))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td>{formatDollars(order.total)}</td>
          </tr>
        </tfoot>
      </table>
      <p>Paid from the wallet.</p>
    </>
  );
}
