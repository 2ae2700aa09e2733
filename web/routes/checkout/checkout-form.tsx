import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressesQuery } from '../../api/addresses.ts';
import type { CartView } from '../../cart/lines.ts';
import { useSession } from '../../session/session.ts';
import styles from './checkout-form.module.css';
import { Payment } from './payment.tsx';
import { usePlaceOrder } from './place-order.ts';
import { Shipping } from './shipping.tsx';

/** Where to, and from which money. */
export function CheckoutForm({ cart }: { cart: CartView }) {
  const { token, balanceCents } = useSession();
  const { data: addresses = [] } = useQuery(addressesQuery(token));
  const [chosenId, chooseId] = useState<string>();
  // An address that was deleted, here or elsewhere, is chosen no more; no other takes its place.
  const selectedId = addresses.find(({ _id }) => _id === chosenId)?._id;
  const { placeOrder, isPlacing } = usePlaceOrder();

  return (
    <div className={styles.form}>
      <Shipping addresses={addresses} selectedId={selectedId} onSelect={chooseId} />
      <Payment
        totalCents={cart.totalCents}
        balanceCents={balanceCents}
        isPlacing={isPlacing}
        isReady={cart.isComplete}
        onPlaceOrder={() => placeOrder({ cart, addresses, selectedId })}
      />
    </div>
  );
}
