import { type ReactNode, useState } from 'react';
import * as messages from '../../../contract/messages.ts';
import { addressesQuery } from '../../api/addresses.ts';
import { cartQuery } from '../../api/cart.ts';
import { useAnswers, useQuery } from '../../api/use-query.ts';
import { useCart } from '../../cart/lines.ts';
import { OrderSummary } from '../../cart/order-summary.tsx';
import { requireToken, useLeaveWithoutToken } from '../../session/guard.ts';
import { useSession } from '../../session/session.ts';
import { PageMeta } from '../../shell/page-meta.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { OrderNote } from './order-note.tsx';
import { usePlaceOrder } from './place-order.ts';
import styles from './route.module.css';

export async function clientLoader() {
  requireToken(messages.checkoutNeedsLogin);
  return null;
}
// The session is in the browser: what the server sends is only the frame.
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <CheckoutMeta />
      <Spinner label="Loading checkout" />
    </>
  );
}

/** Shipping and payment, with the order beside them (spec 2, checkout). */
export default function Checkout() {
  useLeaveWithoutToken();
  const cart = useCart();
  const { token } = useSession();
  const { data: addresses = [], isPending: areAddressesPending } = useQuery(addressesQuery(token), {
    isWanted: token !== null,
  });
  // Shown once everything is here, so that nothing moves; what comes later replaces what is there.
  const [isShown, show] = useState(false);
  const placing = usePlaceOrder();
  const { isPending, isUnheard, refusal } = placing;
  const hasNote = isUnheard || refusal !== undefined;
  if (cart === undefined) return <CartMissing note={hasNote && <OrderNote placing={placing} />} />;
  // The order that is on its way has emptied the cart.
  if (cart.lines.length === 0 && isPending && !isUnheard && placing.hasLines) {
    return <Spinner label="Placing your order" />;
  }
  if (!isShown && !cart.isLoading && !areAddressesPending) show(true);
  if (!isShown) return <HydrateFallback />;
  return (
    <div className={styles.checkout}>
      <CheckoutMeta />
      <h1 className={styles.heading}>Checkout</h1>
      <CheckoutForm cart={cart} addresses={addresses} placing={placing} />
      <div className={styles.summary}>
        <OrderSummary cart={cart} />
      </div>
    </div>
  );
}

/** Until the cart is here. Where it doesn't come, a toast has said why. */
function CartMissing({ note }: { note: ReactNode }) {
  const query = cartQuery(useSession().token);
  const answers = useAnswers();
  const { hasFailed } = useQuery(query, { isWanted: false });
  if (!hasFailed) return <HydrateFallback />;
  return (
    <div className={styles.empty}>
      <CheckoutMeta />
      <h1 className={styles.heading}>Checkout</h1>
      {note}
      <p>Your cart could not be loaded.</p>
      <Button onClick={() => answers.reload(query)}>Try again</Button>
    </div>
  );
}

function CheckoutMeta() {
  return (
    <PageMeta title="Checkout | QKart" description="Choose an address and place your order." />
  );
}
