import { useId, useRef, useState } from 'react';
import type { Address } from '../../../../contract/addresses.ts';
import { deliverBy } from '../../../../contract/delivery.ts';
import { deleteAddressMutation } from '../../../api/address-changes.ts';
import { Day } from '../../../session/moment.tsx';
import { useDelivery } from '../../../session/site.ts';
import { useShopperMutation } from '../../../session/use-shopper-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
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
  /** Selects an address that was just saved. */
  onSave: (id: string) => void;
  /** The shopper chose this address on an earlier visit of the screen. */
  wasChosen: boolean;
}

/** The saved addresses, one of which is selected, and a way to add one (R6.1, R6.2). */
export function Shipping(props: ShippingProps) {
  const { addresses, onRetry, selectedId, isFixed, problem, onSelect, onSave, wasChosen } = props;
  const [isFolded, setFolded] = useState(wasChosen);
  const describedBy = problem && ORDER_PROBLEM_ID;
  const { mutateAsync, isPending, variables } = useShopperMutation(deleteAddressMutation);
  /** The deleted addresses by id, until the shopper leaves. */
  const [deleted, setDeleted] = useState<ReadonlyMap<string, Deleted>>(new Map());
  /** The ids of saved and deleted addresses since the first deletion, so that each keeps its place. */
  const [places, setPlaces] = useState<readonly string[]>([]);
  const rows = [...new Set([...places, ...(addresses ?? []).map(({ _id }) => _id)])];
  // Receives the focus when a deletion is undone.
  const heading = useRef<HTMLHeadingElement>(null);

  /** Only the chosen address is shown, until it is changed or deleted. */
  const isShort = isFolded && selectedId !== undefined && rows.length > 1;

  function unfold(): void {
    setFolded(false);
    heading.current?.focus();
  }

  async function remove(id: string, row: Deleted): Promise<void> {
    // The query client shows a failure, and the address stays.
    const left = await mutateAsync({ id }).catch(() => undefined);
    if (!left) return;
    setPlaces(rows);
    setDeleted((others) => new Map(others).set(id, row));
  }

  /** @param newId the id that the address has now */
  function onRestore(id: string, newId: string | undefined): void {
    if (deleted.get(id)?.wasSelected && newId !== undefined) onSave(newId);
    setPlaces((ids) => ids.map((one) => (one === id ? (newId ?? id) : one)));
    setDeleted((others) => new Map([...others].filter(([one]) => one !== id)));
    heading.current?.focus();
  }

  return (
    <section className="stack" aria-labelledby="shipping-heading">
      <div className="row spread">
        <h2 id="shipping-heading" ref={heading} tabIndex={-1}>
          Shipping
        </h2>
        {isShort && !isFixed && (
          <Button variant="quiet" aria-label="Change address" onClick={unfold}>
            Change
          </Button>
        )}
      </div>
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
      {addresses && (addresses.length > 0 || deleted.size > 0) && (
        <fieldset
          className={`stack gap-3 ${styles.choice}`}
          data-problem={problem !== undefined}
          disabled={isFixed}
        >
          <legend className="visually-hidden">Ship to</legend>
          {(isShort ? [selectedId] : rows).map((id) => {
            const row = deleted.get(id);
            if (row) {
              return (
                <DeletedAddress key={id} {...row} onRestore={(newId) => onRestore(id, newId)} />
              );
            }
            const address = addresses.find(({ _id }) => _id === id)?.address;
            if (address === undefined) return null;
            const isSelected = id === selectedId;
            return (
              <AddressCard
                key={id}
                address={address}
                isSelected={isSelected}
                describedBy={id === addresses[0]?._id ? describedBy : undefined}
                onSelect={() => onSelect(id)}
                isDeleting={isPending && variables.id === id}
                onDelete={(height) => remove(id, { address, height, wasSelected: isSelected })}
              />
            );
          })}
        </fieldset>
      )}
      <NewAddress
        describedBy={addresses?.length === 0 ? describedBy : undefined}
        onAdded={(id) => !isFixed && onSave(id)}
      />
      <Delivery />
    </section>
  );
}

function Delivery() {
  const { businessDays, text = 'Delivery is free, whatever you order.' } = useDelivery();
  return (
    <div className="row nowrap">
      <Icon name="parcel" />
      <div>
        <p>
          Arrives by <Day of={deliverBy(Date.now(), businessDays)} />
        </p>
        <p className="secondary-text">{text}</p>
      </div>
    </div>
  );
}

interface Deleted {
  address: string;
  wasSelected: boolean;
  /** Of its card, in pixels. */
  height: number;
}

interface AddressCardProps {
  address: string;
  isSelected: boolean;
  /** The id of the text that describes the problem of the choice. */
  describedBy: string | undefined;
  onSelect: () => void;
  isDeleting: boolean;
  /** @param height of the card, in pixels */
  onDelete: (height: number) => void;
}

/** A click selects the address. A frame and a radio button mark the selected card. */
function AddressCard(props: AddressCardProps) {
  const { address, isSelected, describedBy, isDeleting, onSelect, onDelete } = props;
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  return (
    <div ref={card} className={`option ${styles.card}`}>
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
        onClick={() => !isDeleting && onDelete(card.current?.offsetHeight ?? 0)}
      >
        Delete
      </Button>
    </div>
  );
}
