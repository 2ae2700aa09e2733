import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useEffect } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router';
import { formatCents } from '../../../contract/money.ts';
import { invoiceAddress } from '../../../contract/page-addresses.ts';
import { ordersQuery, placedOrderQuery } from '../../api/orders.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useOrder } from '../../session/order-store.ts';
import { settlePlacedOrder } from '../../session/placed-order.ts';
import { useSession } from '../../session/session.ts';
import { useDelivery } from '../../session/site.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OrderReceipt, type ReceiptOrder } from './order-receipt.tsx';
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
  useEffect(() => {
    if (status === 'placed') settlePlacedOrder(client, token);
  }, [status, client, token]);
  // A reload and a step back in the history show an order that the shopper knows.
  const isNewOrder = useNavigationType() === 'PUSH';
  const { state } = useLocation();
  const order: ReceiptOrder | undefined = state?.order;
  // Without an order, the visitor came by the address.
  const { data } = useInfiniteQuery({ ...ordersQuery(token), enabled: order === undefined });
  const last = data?.pages[0]?.items[0];
  const { data: placed } = useQuery(placedOrderQuery(token, order?.orderId ?? last?.id));
  return (
    <div className={`stack gap-3 centred ${styles.thanks}`}>
      <ThanksMeta />
      {isNewOrder && <Confetti />}
      <svg className={styles.check} viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="28" />
        <path d="m20 33 8 8 16-18" />
      </svg>
      <h1>Yay! It's ordered</h1>
      <InvoiceNotice invoice={last?.invoice ?? placed?.invoice} />
      <p>Your order will arrive in {duration}.</p>
      {order && <OrderReceipt order={order} />}
      {!order && last && (
        <>
          <p>This is your last order:</p>
          <OrderReceipt order={{ ...last, orderId: last.id }} />
        </>
      )}
      <p className={styles.balance}>
        Wallet balance: <strong>{formatCents(balanceCents)}</strong>
      </p>
      <LinkButton to="/">Continue Shopping</LinkButton>
      <Link to="/orders">Your orders</Link>
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

/** Each piece falls and turns differently, by steps that have no common divisor. */
const pieces = Array.from({ length: 16 }, (_, n) => ({
  insetInlineStart: `${6 + 5.6 * n}%`,
  animationDelay: `${40 * ((n * 7) % 6)}ms`,
  '--fall-x': `${((n * 5) % 11) - 8}rem`,
  '--turn': `${180 * (((n * 4) % 9) - 4) + 90}deg`,
}));

/** Shows confetti once. CSS hides it if the shopper prefers reduced motion. */
function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden="true">
      {pieces.map((style) => (
        // React's type lacks custom properties.
        <i key={style.insetInlineStart} style={style as CSSProperties} />
      ))}
    </div>
  );
}
