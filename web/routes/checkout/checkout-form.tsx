import { useEffect, useRef, useState } from 'react';
import type { Address } from '../../../contract/addresses.ts';
import { Amount } from '../../cart/line-amount.tsx';
import type { CartView } from '../../cart/use-cart.ts';
import { isInDoubt } from '../../order/order-store.ts';
import { useIsOtherBackend } from '../../session/other-backend.ts';
import { useSession } from '../../session/session.ts';
import { sessionStore } from '../../session/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useIsSmall } from '../../ui/media.ts';
import { Shipping } from './addresses/shipping.tsx';
import styles from './checkout-form.module.css';
import { OrderNote } from './order/order-note.tsx';
import { ORDER_PROBLEM_ID } from './order/order-problem.ts';
import type { PlacingOrder } from './order/use-place-order.ts';
import { Payment } from './payment.tsx';
import { useChangedPrices } from './summary/changed-prices.ts';
import { FoldedSummary, OrderSummary } from './summary/order-summary.tsx';

/** The id of the address that the shopper chose on this visit of the shop, in session storage. */
const CHOSEN = 'chosen-address';

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
  const [before] = useState(() =>
    state.status === 'none' ? (sessionStore.getItem(CHOSEN) ?? undefined) : state.order.addressId,
  );
  const [chosenId, setChosenId] = useState(before);
  const [first, second] = addresses ?? [];
  // Until one is chosen, the only one is selected. Deleting the selected one selects nothing (R6.3).
  const only = chosenId === undefined && second === undefined ? first : undefined;
  const selectedId = (only ?? addresses?.find(({ _id }) => _id === chosenId))?._id;
  function choose(id: string): void {
    sessionStore.setItem(CHOSEN, id);
    setChosenId(id);
  }

  const draft = { cart, addresses, selectedId };
  const problem = problemIn(draft);
  useFocusOnProblem(failure);
  const isSmall = useIsSmall();
  const { changes, areNew } = useChangedPrices(cart);
  const Summary = isSmall ? FoldedSummary : OrderSummary;
  const summary = (
    <Summary
      cart={cart}
      onRetry={onRetryCart}
      problem={problem?.field === 'line' ? problem : undefined}
      changes={changes}
    />
  );

  return (
    <>
      {isSmall && summary}
      <div className={styles.form}>
        <Shipping
          addresses={addresses}
          onRetry={onRetryAddresses}
          selectedId={selectedId}
          isFixed={isUnconfirmed}
          problem={problem?.field === 'addresses' ? problem.message : undefined}
          onSelect={choose}
          onSave={setChosenId}
          wasChosen={before !== undefined}
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
      </div>
      <div className={styles.tint}>
        <div className={styles.side}>
          {!isSmall && summary}
          <PlaceOrder
            totalCents={cart.totalCents}
            isPlacing={(state.status === 'sending' && !isUnconfirmed) || state.status === 'placed'}
            onPress={() => !areNew() && placeOrder(draft)}
          />
          <Promises />
        </div>
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

/** What a shopper may do if the order is not wanted any more. */
function Promises() {
  if (useIsOtherBackend()) return null;
  return (
    <ul className={`stack gap-2 secondary-text ${styles.promises}`}>
      <li>
        <Icon name="back" />
        Cancel in your orders until it is shipped
      </li>
      <li>
        <Icon name="wallet" />
        The whole amount goes back to your wallet
      </li>
    </ul>
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
