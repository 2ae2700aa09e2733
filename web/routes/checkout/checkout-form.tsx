import { useState } from 'react';
import type { Address } from '../../../contract/addresses.ts';
import type { CartView } from '../../cart/lines.ts';
import { useSession } from '../../session/session.ts';
import styles from './checkout-form.module.css';
import { OrderNote } from './order-note.tsx';
import { Payment } from './payment.tsx';
import type { usePlaceOrder } from './place-order.ts';
import { Shipping } from './shipping.tsx';

interface CheckoutFormProps {
  cart: CartView;
  addresses: Address[];
  placing: ReturnType<typeof usePlaceOrder>;
}

/** Where to, and from which money. */
export function CheckoutForm({ cart, addresses, placing }: CheckoutFormProps) {
  const { balanceCents } = useSession();
  // An order that wasn't heard of goes where it was sent to.
  const { isUnheard, addressId } = placing;
  const [chosenId, chooseId] = useState(addressId);
  // An address that was deleted, here or elsewhere, is chosen no more; no other takes its place.
  const selectedId = addresses.find(({ _id }) => _id === chosenId)?._id;

  return (
    <div className={styles.form}>
      <Shipping
        addresses={addresses}
        selectedId={selectedId}
        isFixed={isUnheard}
        onSelect={chooseId}
      />
      <Payment
        totalCents={cart.totalCents}
        balanceCents={balanceCents}
        isPlacing={placing.isAsking && !isUnheard}
        isReady={cart.isComplete}
        onPlaceOrder={() => placing.placeOrder({ cart, addresses, selectedId })}
      >
        <OrderNote placing={placing} isEmpty={cart.lines.length === 0} />
      </Payment>
    </div>
  );
}
