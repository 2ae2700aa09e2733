import { useState } from 'react';
import type { Address } from '../../../contract/addresses.ts';
import type { CartView } from '../../cart/use-cart.ts';
import { isInDoubt } from '../../session/order-state.ts';
import { useSession } from '../../session/session.ts';
import styles from './checkout-form.module.css';
import { OrderNote } from './order-note.tsx';
import { Payment } from './payment.tsx';
import { Shipping } from './shipping.tsx';
import type { PlacingOrder } from './use-place-order.ts';

interface CheckoutFormProps {
  cart: CartView;
  /** Undefined if they could not be loaded. */
  addresses: readonly Address[] | undefined;
  onRetryAddresses: () => void;
  placing: PlacingOrder;
}

/** Shipping and payment. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { cart, addresses, onRetryAddresses, placing } = props;
  const { balanceCents } = useSession();
  const { state, placeOrder } = placing;
  const isUnconfirmed = isInDoubt(state);
  // An unconfirmed order keeps its address.
  const [chosenId, chooseId] = useState(
    state.status === 'none' ? undefined : state.order.addressId,
  );
  // Deleting the selected address selects nothing.
  const selectedId = addresses?.find(({ _id }) => _id === chosenId)?._id;

  return (
    <div className={styles.form}>
      <Shipping
        addresses={addresses}
        onRetry={onRetryAddresses}
        selectedId={selectedId}
        isFixed={isUnconfirmed}
        onSelect={chooseId}
      />
      <Payment
        totalCents={cart.totalCents}
        balanceCents={balanceCents}
        isPlacing={(state.status === 'sending' && !isUnconfirmed) || state.status === 'placed'}
        onPlaceOrder={() => placeOrder({ cart, addresses, selectedId })}
      >
        <OrderNote placing={placing} isEmpty={cart.lines.length === 0} />
      </Payment>
    </div>
  );
}
