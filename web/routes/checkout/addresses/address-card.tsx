import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './address-card.module.css';

interface AddressCardProps {
  address: string;
  isSelected: boolean;
  /** The id of a text about what is wrong with the choice. */
  describedBy: string | undefined;
  onSelect: () => void;
  isDeleting: boolean;
  onDelete: () => void;
}

/** A click selects the address. A frame and a radio button mark the selected card. */
export function AddressCard(props: AddressCardProps) {
  const { address, isSelected, describedBy, isDeleting, onSelect, onDelete } = props;
  const id = useId();
  return (
    <div className={styles.card} data-selected={isSelected}>
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
