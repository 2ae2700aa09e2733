import { useEffect, useRef, useState } from 'react';
import type { Address } from '../../../contract/addresses.ts';
import { deliverBy } from '../../../contract/delivery.ts';
import { Amount } from '../../cart/line-amount.tsx';
import type { CartView } from '../../cart/use-cart.ts';
import { Day } from '../../session/moment.tsx';
import { isInDoubt } from '../../session/order-state.ts';
import { useSession } from '../../session/session.ts';
import { useDelivery } from '../../session/site.ts';
import { Button } from '../../ui/button.tsx';
import { Shipping } from './addresses/shipping.tsx';
import styles from './checkout-form.module.css';
import { OrderNote } from './order/order-note.tsx';
import { ORDER_PROBLEM_ID } from './order/order-problem.ts';
import type { PlacingOrder } from './order/use-place-order.ts';
import { Payment } from './payment.tsx';
import { OrderSummary } from './summary/order-summary.tsx';

interface CheckoutFormProps {
  cart: CartView;
  /** Undefined if they could not be loaded. */
  addresses: readonly Address[] | undefined;
  onRetryAddresses: () => void;
  onRetryCart: () => void;
  placing: PlacingOrder;
}

/** Shipping and payment, and beside them the summary with PLACE ORDER. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { cart, addresses, onRetryAddresses, onRetryCart, placing } = props;
  const { balanceCents } = useSession();
  const { state, placeOrder, problemIn, failure } = placing;
  const isUnconfirmed = isInDoubt(state);
  // An unconfirmed order keeps its address.
  const [chosenId, chooseId] = useState(
    state.status === 'none' ? undefined : state.order.addressId,
  );
  const [first, second] = addresses ?? [];
  // Until one is chosen, the only one is selected. Deleting the selected one selects nothing (R6.3).
  const only = chosenId === undefined && second === undefined ? first : undefined;
  const selectedId = (only ?? addresses?.find(({ _id }) => _id === chosenId))?._id;
  const draft = { cart, addresses, selectedId };
  const problem = problemIn(draft);
  useFocusOnProblem(failure);

  return (
    <>
      <div className={styles.form}>
        <Shipping
          addresses={addresses}
          onRetry={onRetryAddresses}
          selectedId={selectedId}
          isFixed={isUnconfirmed}
          problem={problem?.field === 'addresses' ? problem.message : undefined}
          onSelect={chooseId}
        />
        <Payment
          totalCents={cart.totalCents}
          balanceCents={balanceCents}
          problem={problem?.field === 'wallet' ? problem.message : undefined}
        >
          <OrderNote
            placing={placing}
            isEmpty={cart.lines.length === 0}
            isBesideField={problem !== undefined}
          />
        </Payment>
        <Promises />
      </div>
      <div className={styles.side}>
        <OrderSummary
          cart={cart}
          onRetry={onRetryCart}
          problem={problem?.field === 'line' ? problem : undefined}
        />
        <PlaceOrder
          totalCents={cart.totalCents}
          isPlacing={(state.status === 'sending' && !isUnconfirmed) || state.status === 'placed'}
          onPress={() => placeOrder(draft)}
        />
      </div>
    </>
  );
}

/** Moves the focus to the field that kept a press from placing an order. A failure from before this visit moves nothing. */
function useFocusOnProblem(failure: PlacingOrder['failure']): void {
  const last = useRef(failure);
  useEffect(() => {
    if (failure === last.current) return;
    last.current = failure;
    document.querySelector<HTMLElement>(`[aria-describedby="${ORDER_PROBLEM_ID}"]`)?.focus();
  }, [failure]);
}

/** What a shopper wants to know before paying: when the order arrives, and what if it is not wanted any more. */
function Promises() {
  const { businessDays, text = 'Delivery is free, whatever you order.' } = useDelivery();
  return (
    <dl className={styles.promises}>
      <div>
        <dt>
          Arrives by <Day of={deliverBy(Date.now(), businessDays)} />
        </dt>
        <dd>{text}</dd>
      </div>
      <div>
        <dt>Changed your mind?</dt>
        <dd>
          Cancel under your name, in your orders, until it is shipped. The whole amount goes back to
          your wallet.
        </dd>
      </div>
    </dl>
  );
}

interface PlaceOrderProps {
  /** Cents; undefined while a product of the cart is unknown. */
  totalCents: number | undefined;
  isPlacing: boolean;
  onPress: () => void;
}

/** PLACE ORDER under the total (R6.4). On a phone both are a bar at the bottom of the screen. */
function PlaceOrder({ totalCents, isPlacing, onPress }: PlaceOrderProps) {
  const canPress = totalCents !== undefined && !isPlacing;
  return (
    <div className={`row ${styles.bar}`} data-bar>
      <p className={styles.total}>
        Total{' '}
        <strong>
          <Amount cents={totalCents} />
        </strong>
      </p>
      <Button wide aria-disabled={!canPress} onClick={() => canPress && onPress()}>
        {isPlacing ? 'PLACING ORDER…' : 'PLACE ORDER'}
      </Button>
    </div>
  );
}
