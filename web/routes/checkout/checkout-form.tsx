import { type ReactNode, useState } from 'react';
import type { Address } from '../../../contract/addresses.ts';
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
  placing: PlacingOrder;
  /** The summary of the cart. */
  children: ReactNode;
}

/** Shipping and payment, and beside them the summary with PLACE ORDER. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { cart, addresses, onRetryAddresses, placing, children } = props;
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
    <>
      <div className={styles.form}>
        <Shipping
          addresses={addresses}
          onRetry={onRetryAddresses}
          selectedId={selectedId}
          isFixed={isUnconfirmed}
          onSelect={chooseId}
        />
        <Payment totalCents={cart.totalCents} balanceCents={balanceCents}>
          <OrderNote placing={placing} isEmpty={cart.lines.length === 0} />
        </Payment>
        <Promises />
      </div>
      <div className={styles.side}>
        {children}
        <PlaceOrder
          totalCents={cart.totalCents}
          isPlacing={(state.status === 'sending' && !isUnconfirmed) || state.status === 'placed'}
          onPress={() => placeOrder({ cart, addresses, selectedId })}
        />
      </div>
    </>
  );
}
