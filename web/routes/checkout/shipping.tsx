import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Address } from '../../../contract/addresses.ts';
import { deleteAddressMutation } from '../../api/addresses.ts';
import { useSession } from '../../session/session.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { AddressCard } from './address-card.tsx';
import { NewAddress } from './new-address.tsx';
import styles from './shipping.module.css';

interface ShippingProps {
  /** Undefined if they could not be loaded. */
  addresses: readonly Address[] | undefined;
  /** Loads the addresses again. */
  onRetry: () => void;
  selectedId: string | undefined;
  /** The selected address cannot be changed. */
  isFixed: boolean;
  onSelect: (id: string) => void;
}

/** The saved addresses, one of which is selected, and a way to add one (spec 2, checkout). */
export function Shipping(props: ShippingProps) {
  const { addresses, onRetry, selectedId, isFixed, onSelect } = props;
  const { token } = useSession();
  const { mutate, isPending, variables } = useMutation(deleteAddressMutation);
  // Receives the focus when an address is deleted.
  const heading = useRef<HTMLHeadingElement>(null);

  function remove(id: string): void {
    if (token === null) return;
    mutate({ token, id }, { onSuccess: () => heading.current?.focus() });
  }

  return (
    <section className={styles.shipping} aria-labelledby="shipping-heading">
      <h2 id="shipping-heading" ref={heading} tabIndex={-1} className={styles.heading}>
        Shipping
      </h2>
      {addresses === undefined && <LoadFailure what="Your addresses" onRetry={onRetry} />}
      {addresses?.length === 0 && (
        <p className={styles.none}>
          No addresses found for this account. Please add one to proceed
        </p>
      )}
      {addresses && addresses.length > 0 && (
        <fieldset className={styles.choice} disabled={isFixed}>
          <legend className="visually-hidden">Ship to</legend>
          {addresses.map(({ _id, address }) => (
            <AddressCard
              key={_id}
              address={address}
              isSelected={_id === selectedId}
              onSelect={() => onSelect(_id)}
              isDeleting={isPending && variables.id === _id}
              onDelete={() => remove(_id)}
            />
          ))}
        </fieldset>
      )}
      <NewAddress />
    </section>
  );
}
