import { useEffect, useRef, useState } from 'react';
import type { Address } from '../../../contract/addresses.ts';
import { ORDER_PROBLEM_ID } from '../../cart/line-problem.tsx';
import { OrderSummary } from '../../cart/order-summary.tsx';
import type { CartView } from '../../cart/use-cart.ts';
import { isInDoubt } from '../../session/order-state.ts';
import { useSession } from '../../session/session.ts';
import styles from './checkout-form.module.css';
import { OrderNote } from './order-note.tsx';
import { Payment } from './payment.tsx';
import { PlaceOrder } from './place-order.tsx';
import { Promises } from './promises.tsx';
import { Shipping } from './shipping.tsx';
import type { PlacingOrder } from './use-place-order.ts';

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
  // Deleting the selected address selects nothing.
  const selectedId = addresses?.find(({ _id }) => _id === chosenId)?._id;
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
