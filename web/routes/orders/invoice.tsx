import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { FoundOrder, Order } from '../../../contract/orders.ts';
import { formatDollars } from '../../api/money.ts';
import { invoiceQuery } from '../../api/orders.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useShopName } from '../../app/site.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './invoice.module.css';

/** Shows an invoice or a credit note, made for print (decisions, addresses that are not in the specification). */
export function Invoice({ number }: { number: string }) {
  const { token } = useSession();
  const { data: order, isError, refetch } = useQuery(invoiceQuery(token, number));
  if (isError) return <LoadFailure what="This invoice" onRetry={() => void refetch()} />;
  if (order === undefined) return <Spinner label="Loading the invoice" />;
  return <Sheet order={order} number={number} />;
}

function Sheet({ order, number }: { order: FoundOrder; number: string }) {
  const tax = order.document?.tax;
  const { username } = useSession();
  const shop = useShopName();
  const credit = order.history?.find(({ invoice }) => invoice === number);
  const title = `${credit ? 'Credit note' : 'Invoice'} ${number}`;
  return (
    <article className={styles.invoice}>
      <PageMeta title={title} description="An invoice of the shop." />
      <div className={styles.actions}>
        <Button onClick={() => window.print()}>Print or save as PDF</Button>
        <Link to="/orders">Your orders</Link>
      </div>
      <p className={styles.seller}>{order.document?.seller ?? shop}</p>
      <address className={styles.buyer}>{[username, order.address].join('\n')}</address>
      <h1>{title}</h1>
      <p>
        Order {order.number ?? order.id}, placed{' '}
        <time dateTime={order.placedAt}>{formatMoment(order.placedAt, undefined)}</time>
      </p>
      {credit ? (
        <p>
          Credit for invoice {order.invoice}: <strong>{formatDollars(credit.amount ?? 0)}</strong>{' '}
          back in the wallet, <time dateTime={credit.at}>{formatMoment(credit.at, undefined)}</time>
        </p>
      ) : (
        <Lines order={order} />
      )}
      {tax && (
        <p>
          Includes {tax.name}: {formatDollars(tax.amount)}
        </p>
      )}
    </article>
  );
}

function Lines({ order }: { order: Order }) {
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
              <td>{name}</td>
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
