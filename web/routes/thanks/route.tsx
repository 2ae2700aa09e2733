import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCents } from '../../../contract/money.ts';
import { invoiceAddress } from '../../../contract/page-addresses.ts';
import { ordersQuery, placedOrderQuery } from '../../api/orders.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useOrder } from '../../order/order-store.ts';
import { settlePlacedOrder } from '../../order/placed-order.ts';
import { useIsOtherBackend } from '../../session/other-backend.ts';
import { useSession } from '../../session/session.ts';
import { useDelivery } from '../../session/site.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OrderNumber } from './order-number.tsx';
import { OrderReceipt, type ReceiptOrder } from './order-receipt.tsx';
import { OrderSteps } from './order-steps.tsx';
import styles from './route.module.css';

export async function clientLoader() {
  return null;
}
// The server renders only the fallback, because the session is in the browser.
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <ThanksMeta />
      <Spinner label="Loading your order" />
    </>
  );
}

/** The order confirmation (R6.9). The order is in the location's state, which survives a reload. */
export default function Thanks() {
  const client = useQueryClient();
  const { token, username, balanceCents } = useSession();
  const { status } = useOrder(username);
  const { duration } = useDelivery();
  const isOtherBackend = useIsOtherBackend();
  useEffect(() => {
    if (status === 'placed') settlePlacedOrder(client, token);
  }, [status, client, token]);
  const { state } = useLocation();
  const order: ReceiptOrder | undefined = state?.order;
  // Without an order, the visitor came by the address.
  const { data } = useInfiniteQuery({ ...ordersQuery(token), enabled: order === undefined });
  const last = data?.pages[0]?.items[0];
  const { data: placed } = useQuery(placedOrderQuery(token, order?.orderId ?? last?.id));
  /** What the server has of it. */
  const known = placed ?? last;
  const receipt = order ?? last;
  const number = receipt && (receipt.number ?? order?.orderId ?? last?.id);
  return (
    <div className={`stack gap-6 centred ${styles.thanks}`}>
      <ThanksMeta />
      <svg className={styles.check} viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="28" />
        <path d="m20 33 8 8 16-18" />
      </svg>
      <h1>Yay! It's ordered</h1>
      <div>
        <InvoiceNotice invoice={known?.invoice} />
        <p>Your order will arrive in {duration}.</p>
        {!order && last && <p>This is your last order:</p>}
      </div>
      {number && <OrderNumber number={number} />}
      {receipt && (
        <OrderSteps
          order={known}
          placedAt={known?.placedAt ?? receipt.placedAt}
          deliverBy={receipt.deliverBy}
        />
      )}
      {receipt && <OrderReceipt order={receipt} />}
      <p className={styles.balance}>
        Wallet balance: <strong>{formatCents(balanceCents)}</strong>
      </p>
      <div className={`row gap-4 ${styles.exits}`}>
        <LinkButton to="/">Continue Shopping</LinkButton>
        {!isOtherBackend && <Link to="/orders">Your orders</Link>}
      </div>
    </div>
  );
}

/** The usual words, until there is an invoice (R6.9). */
function InvoiceNotice({ invoice }: { invoice: string | undefined }) {
  if (invoice === undefined) return <p>You will receive an invoice for your order shortly.</p>;
  return (
    <p>
      <Link to={invoiceAddress(invoice)}>Your invoice {invoice}</Link>
    </p>
  );
}

function ThanksMeta() {
  return <PageMeta title="Thank you" description="Your order is placed." />;
}
