import { useId, useRef, useState } from 'react';
import type { Address } from '../../../../contract/addresses.ts';
import { deleteAddressMutation } from '../../../api/address-changes.ts';
import { useShopperMutation } from '../../../session/use-shopper-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/loaded.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ORDER_PROBLEM_ID } from '../order/order-problem.ts';
import { DeletedAddress } from './deleted-address.tsx';
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
  /** Why the addresses kept the order from being placed. */
  problem: string | undefined;
  onSelect: (id: string) => void;
}

/** The saved addresses, one of which is selected, and a way to add one (R6.1, R6.2). */
export function Shipping(props: ShippingProps) {
  const { addresses, onRetry, selectedId, isFixed, problem, onSelect } = props;
  const describedBy = problem && ORDER_PROBLEM_ID;
  const { mutateAsync, isPending, variables } = useShopperMutation(deleteAddressMutation);
  /** The address that was deleted last, until the shopper leaves. */
  const [deleted, setDeleted] = useState<Address & { wasSelected: boolean }>();
  // Receives the focus when a deletion is undone.
  const heading = useRef<HTMLHeadingElement>(null);

  async function remove(address: Address): Promise<void> {
    const wasSelected = address._id === selectedId;
    // The query client shows a failure, and the address stays.
    const left = await mutateAsync({ id: address._id }).catch(() => undefined);
    if (left) setDeleted({ ...address, wasSelected });
  }

  function onRestore(id: string | undefined): void {
    if (deleted?.wasSelected && id !== undefined) onSelect(id);
    setDeleted(undefined);
    heading.current?.focus();
  }

  return (
    <section className="surface stack" aria-labelledby="shipping-heading">
      <h2 id="shipping-heading" ref={heading} tabIndex={-1}>
        Shipping
      </h2>
      {problem !== undefined && <Problem id={ORDER_PROBLEM_ID} message={problem} />}
      {addresses === undefined && (
        <div tabIndex={-1} aria-describedby={describedBy}>
          <LoadFailure what="Your addresses" onRetry={onRetry} />
        </div>
      )}
      {addresses?.length === 0 && (
        <p className={styles.none}>
          No addresses found for this account. Please add one to proceed
        </p>
      )}
      {addresses && addresses.length > 0 && (
        <fieldset
          className={`stack gap-3 ${styles.choice}`}
          data-problem={problem !== undefined}
          disabled={isFixed}
        >
          <legend className="visually-hidden">Ship to</legend>
          {addresses.map(({ _id, address }, index) => (
            <AddressCard
              key={_id}
              address={address}
              isSelected={_id === selectedId}
              describedBy={index === 0 ? describedBy : undefined}
              onSelect={() => onSelect(_id)}
              isDeleting={isPending && variables.id === _id}
              onDelete={() => remove({ _id, address })}
            />
          ))}
        </fieldset>
      )}
      {deleted && (
        <DeletedAddress key={deleted._id} address={deleted.address} onRestore={onRestore} />
      )}
      <NewAddress describedBy={addresses?.length === 0 ? describedBy : undefined} />
    </section>
  );
}

interface AddressCardProps {
  address: string;
  isSelected: boolean;
  /** The id of the text that describes the problem of the choice. */
  describedBy: string | undefined;
  onSelect: () => void;
  isDeleting: boolean;
  onDelete: () => void;
}

/** A click selects the address. A frame and a radio button mark the selected card. */
function AddressCard(props: AddressCardProps) {
  const { address, isSelected, describedBy, isDeleting, onSelect, onDelete } = props;
  const id = useId();
  return (
    <div className={`option ${styles.card}`}>
      <input
        id={id}
        type="radio"
        name="address"
        className={styles.radio}
        checked={isSelected}
        aria-describedby={describedBy}
        onChange={onSelect}
      />
      <label htmlFor={id} className={styles.text} dir="auto">
        {address}
      </label>
      <Button
        variant="danger"
        className={styles.delete}
        aria-label={`Delete address ${address}`}
        aria-disabled={isDeleting || undefined}
        onClick={() => !isDeleting && onDelete()}
      >
        Delete
      </Button>
    </div>
  );
}
