import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { FoundOrder, OrderStep } from '../../../contract/orders.ts';
import { isMissing } from '../../api/missing.ts';
import { formatDollars } from '../../api/money.ts';
import { invoiceQuery } from '../../api/orders.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useOwnShop, useShopName } from '../../app/site.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './invoice.module.css';
import { InvoiceLines } from './invoice-lines.tsx';

/** Shows an invoice or a credit note, made for print (decisions, addresses that are not in the specification). */
export function Invoice({ number }: { number: string }) {
  const { token } = useSession();
  const { data, error, isFetching, refetch } = useQuery(invoiceQuery(token, number));
  const credit = data?.history?.find(({ invoice }) => invoice === number);
  // An order is found by its own number, too, which is that of no invoice.
  const order = credit || data?.invoice === number ? data : undefined;
  const title = order ? `${credit ? 'Credit note' : 'Invoice'} ${number}` : 'Invoice';
  return (
    <article className={styles.invoice}>
      <PageMeta title={title} description="An invoice of the shop." />
      <div className={styles.actions}>
        {order && <Button onClick={() => window.print()}>Print or save as PDF</Button>}
        <Link to="/orders">Your orders</Link>
      </div>
      {order && <Parties order={order} />}
      {/* It is there from the start, to get the focus. */}
      <h1>{title}</h1>
      {order && <Content order={order} credit={credit} />}
      {!order && isFetching && <Spinner label="Loading the invoice" />}
      {!order && !isFetching && (data || isMissing(error)) && <p>There is no such invoice.</p>}
      {!order && !isFetching && error && !isMissing(error) && (
        <LoadFailure what="This invoice" onRetry={() => void refetch()} />
      )}
    </article>
  );
}

function Parties({ order }: { order: FoundOrder }) {
  const { username } = useSession();
  const shop = useShopName();
  return (
    <>
      <p className={styles.seller}>{order.document?.seller ?? shop}</p>
      <address className={styles.buyer}>
        <bdi>{username}</bdi>
        {'\n'}
        <bdi>{order.document?.buyer ?? order.address}</bdi>
      </address>
    </>
  );
}

/** @param props.credit the refund or cancellation that a credit note is about */
function Content({ order, credit }: { order: FoundOrder; credit: OrderStep | undefined }) {
  const { issuedOn, taxes = [] } = order.document ?? {};
  return (
    <>
      <div>
        {issuedOn && (
          <p>
            Date <time dateTime={issuedOn}>{longDay('UTC').format(new Date(issuedOn))}</time>
          </p>
        )}
        <p>
          Order {order.number ?? order.id}, placed <Day of={order.placedAt} />
        </p>
      </div>
      {credit ? (
        <p>
          Credit for invoice {order.invoice}: <strong>{formatDollars(credit.amount ?? 0)}</strong>{' '}
          back in the wallet, <Day of={credit.at} />
        </p>
      ) : (
        <InvoiceLines order={order} />
      )}
      {taxes.map(({ name, percent, tax }) => (
        <p key={percent}>
          Includes {percent}% {name}: {formatDollars(tax)}
        </p>
      ))}
    </>
  );
}

/** The day in the shop's time zone, as the merchant's copy has it. */
function Day({ of: moment }: { of: string }) {
  const timeZone = useOwnShop()?.timeZone ?? 'UTC';
  return <time dateTime={moment}>{longDay(timeZone).format(new Date(moment))}</time>;
}

function longDay(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone });
}
